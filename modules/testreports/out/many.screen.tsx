// Prints all reports that the filter of the list leaves, into one file; how far it is stands beside the bell.
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { post } from '../../../web/api/api.ts'
import { forget } from '../../../web/api/cache.ts'
import { runsPath } from '../../../web/api/runs.ts'
import { sayError, saySaved } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { testreports } from '../testreports.model.ts'

type Props = {
  readonly query: { readonly filterCriteria?: unknown; readonly sort?: unknown }
  readonly rows: readonly unknown[]
}
export const PrintMany = ({ query: { filterCriteria, sort }, rows }: Props) => {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  if (!may(session, testreports.id, 'print')) return null
  const print = async () => {
    setBusy(true)
    try {
      saySaved(await post('/api/printmany/testreports', { filterCriteria, ...(sort !== undefined && { sort }) }))
      await forget(runsPath)
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      label="Print All"
      icon={IconPrinter}
      busy={busy}
      reason={rows.length === 0 ? 'There is no report to print' : undefined}
      onClick={() => void print()}
    />
  )
}
