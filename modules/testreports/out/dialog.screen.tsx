// Printing many reports: first the choice, then the progress. Once the dialog is closed, the job is at the bell.
import { useState } from 'react'
import { messageOf, postTo } from '../../../web/api/api.ts'
import { forget } from '../../../web/api/cache.ts'
import { runsPath } from '../../../web/api/runs.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { FollowRun, type Started } from '../../../web/print/follow-run.tsx'
import { reportsToPrint } from '../answers/answers.model.ts'
import { Choosing, type ReportLine } from './choosing.screen.tsx'
import './many.screen.css'

type Query = { readonly filterCriteria?: unknown; readonly sort?: unknown }
type Props = { readonly query: Query; readonly rows: readonly ReportLine[]; readonly onClose: () => void }
export const PrintManyDialog = ({ query: { filterCriteria, sort }, rows, onClose }: Props) => {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState<'chosen' | 'filter'>()
  const [error, setError] = useState<unknown>()
  const [started, setStarted] = useState<Started>()
  const print = async (what: 'chosen' | 'filter', body: object) => {
    setBusy(what)
    setError(undefined)
    try {
      setStarted(await postTo(reportsToPrint, body))
      await forget(runsPath)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(undefined)
    }
  }
  if (started) return <FollowRun title="Print reports" started={started} onClose={onClose} />
  // in the order of the list
  const SaleIds = rows.map((row) => row.SaleId).filter((id) => chosen.has(id))
  return (
    <Modal
      title="Print reports"
      width={760}
      className="print-many"
      onClose={onClose}
      footer={
        <>
          <Button label="Close" onClick={onClose} />
          <Button
            label="Print all of the filter"
            hotkey="alt+l"
            busy={busy === 'filter'}
            onClick={() => void print('filter', { filterCriteria, ...(sort !== undefined && { sort }) })}
          />
          <Button
            label="Print chosen"
            look="primary"
            hotkey="alt+p"
            count={chosen.size > 0 ? chosen.size : undefined}
            reason={chosen.size === 0 ? 'Tick a report first' : undefined}
            busy={busy === 'chosen'}
            onClick={() => void print('chosen', { SaleIds })}
          />
        </>
      }
    >
      {error !== undefined && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      <Choosing rows={rows} chosen={chosen} onChoose={setChosen} />
    </Modal>
  )
}
