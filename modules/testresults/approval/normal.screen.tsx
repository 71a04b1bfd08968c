// The button of the work list that approves what is normal on it.
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { post } from '../../../web/api/api.ts'
import { forgetModule } from '../../../web/api/cache.ts'
import { saySaved, sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { testresults } from '../testresults.model.ts'
import { LeftOver, type Answer } from './left.screen.tsx'

type Line = Readonly<Record<string, unknown>>
/** What the lines of the list hold that looks normal; whether each may be approved says the server. */
const normalOn = (rows: readonly Line[]): number => rows.reduce((sum, { Normal }) => sum + Number(Normal ?? 0), 0)

export const ApproveNormal = ({ rows }: { rows: readonly Line[] }) => {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  if (!may(session, testresults.id, 'approve')) return null
  const count = normalOn(rows)
  const approve = async () => {
    setBusy(true)
    const Sheets = rows
      .filter(({ ToApprove }) => Number(ToApprove) > 0)
      .map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId }))
    try {
      const done = await post<Answer>(`/api/approvenormal/${testresults.id}`, { Sheets })
      saySaved(done)
      if (done.Left.length > 0) setAnswer(done)
      await forgetModule(testresults.id)
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        label="Approve normal"
        icon={IconChecks}
        hotkey="alt+a"
        count={count > 0 ? count : undefined}
        reason={count === 0 ? 'Nothing on this page is normal and waits to be approved' : undefined}
        busy={busy}
        onClick={() => void approve()}
      />
      {answer && <LeftOver answer={answer} onClose={() => setAnswer(undefined)} />}
    </>
  )
}
