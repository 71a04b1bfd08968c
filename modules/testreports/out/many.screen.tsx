// The button on the list of reports that prints many: the chosen ones, or all of the filter.
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../web/part/button.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { testreports } from '../testreports.model.ts'
import { PrintManyDialog } from './dialog.screen.tsx'
import type { ReportLine } from './choosing.screen.tsx'

type Props = {
  readonly query: { readonly filterCriteria?: unknown; readonly sort?: unknown }
  readonly rows: readonly unknown[]
}
const isReportLine = (row: unknown): row is ReportLine =>
  typeof row === 'object' && row !== null && 'SaleId' in row && typeof row.SaleId === 'number'

export const PrintMany = ({ query, rows }: Props) => {
  const session = useSession()
  const [open, setOpen] = useState(false)
  if (!may(session, testreports.id, 'print')) return null
  return (
    <>
      <Button
        label="Print All"
        icon={IconPrinter}
        hotkey="alt+g"
        reason={rows.length === 0 ? 'There is no report to print' : undefined}
        onClick={() => setOpen(true)}
      />
      {open && <PrintManyDialog query={query} rows={rows.filter(isReportLine)} onClose={() => setOpen(false)} />}
    </>
  )
}
