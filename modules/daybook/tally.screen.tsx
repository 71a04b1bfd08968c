// The totals of the day book, and its vouchers as a file for Tally.
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf } from '../../core/dates.ts'
import { isSupervisor } from '../../core/user.ts'
import { file } from '../../web/api/api.ts'
import { saveFile } from '../../web/list/save-file.ts'
import { sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { useSession } from '../../web/session/session.ts'
import { askedOf, Totals } from '../../web/report/totals.tsx'

export const DayBookButton = ({ query }: { readonly query: Readonly<Record<string, unknown>> }) => {
  const { Role } = useSession()
  const [busy, setBusy] = useState(false)
  const { FromDate, ToDate, EntityId } = askedOf(query)
  const save = async (): Promise<void> => {
    if (FromDate === undefined || ToDate === undefined) return
    setBusy(true)
    try {
      const made = await file('GET', '/api/tally', { FromDate, ToDate, EntityId })
      saveFile(made, `tally-${dayOf(FromDate)}-${dayOf(ToDate)}.xml`)
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Totals statementId={2151} query={query} />
      {isSupervisor(Role) && (
        <Button
          label="Tally XML"
          icon={IconDownload}
          busy={busy}
          reason={FromDate === undefined || ToDate === undefined ? 'Choose both days first' : undefined}
          onClick={() => void save()}
        />
      )}
    </>
  )
}
