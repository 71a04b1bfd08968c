// The button of the work list that approves its normal results.
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { postTo, type Query } from '../../../web/api/api.ts'
import { forgetModule } from '../../../web/api/cache.ts'
import { dropKeys, holdKeys, playKeys } from '../../../web/keys/held-keys.ts'
import { saySaved, sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { testresults } from '../testresults.model.ts'
import type { AnswerTo } from '../../../core/answer/answer.ts'
import { normalApproved } from './answers.model.ts'
import { AskApproval } from './asked.screen.tsx'
import { NotApproved } from './not-approved.screen.tsx'

type Answer = Omit<AnswerTo<typeof normalApproved>, 'Approved'>
type Line = Readonly<Record<string, unknown>>
/** Counts results in the list that look normal; the server decides which may be approved. */
const normalOn = (rows: readonly Line[]): number => rows.reduce((sum, { Normal }) => sum + Number(Normal ?? 0), 0)

/** Rows of a full page: there may be more. */
const pageRows = 100

/** Of the whole list as it is filtered; the server finds them. */
export const ApproveNormal = ({ query, rows }: { query: Query; rows: readonly Line[] }) => {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Answer>()
  const [answer, setAnswer] = useState<Answer>()
  const { filterCriteria: Filter } = query
  const send = async (body: object): Promise<Answer | undefined> => {
    setBusy(true)
    try {
      return await postTo(normalApproved, body)
    } catch (error) {
      sayError(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  /** The first lines with a result to approve, and all that is left on the way to them. */
  const look = async (After: number | null = null, left: Answer['Left'] = []): Promise<Answer | undefined> => {
    const found = await send({ Filter, Preview: true, After })
    // what was left on the way is shown also where a later look finds nothing
    if (!found) return left.length > 0 ? { message: '', Taken: [], Left: left, Waiting: 0, After: null } : undefined
    const Left = [...left, ...found.Left]
    return found.Taken.length === 0 && found.After !== null ? look(found.After, Left) : { ...found, Left }
  }
  const ask = async () => {
    // further keys are for the question, never for the list below it
    holdKeys('question')
    const found = await look()
    if (!found) return dropKeys('question')
    flushSync(() => (found.Taken.length > 0 ? setAsked(found) : setAnswer(found)))
    playKeys('question')
  }
  const approve = async ({ Taken, Left }: Answer) => {
    setAsked(undefined)
    const done = await send({
      WorkItemIds: Taken.map((row) => row.WorkItemId),
      RowVersions: Taken.map((row) => row.RowVersion),
    })
    if (!done) return
    const all = { ...done, Left: [...Left, ...done.Left] }
    // the box shows the message itself
    if (all.Left.length > 0) setAnswer(all)
    else saySaved(done)
    await forgetModule(testresults.id)
  }
  const count = normalOn(rows)
  if (!may(session, testresults.id, 'approve')) return null
  return (
    <>
      <Button
        label="Approve normal"
        icon={IconChecks}
        hotkey="alt+m"
        count={count > 0 ? count : undefined}
        reason={count === 0 && rows.length < pageRows ? 'No normal results are waiting for approval' : undefined}
        busy={busy}
        onClick={() => void ask()}
      />
      {asked && (
        <AskApproval
          taken={asked.Taken}
          left={asked.Left.length}
          waiting={asked.Waiting}
          onApprove={() => void approve(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {answer && <NotApproved answer={answer} onClose={() => setAnswer(undefined)} />}
    </>
  )
}
