// Result entry: the results of one sale on one worksheet, typed down a column, signed and released.
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Detail } from '../../web/detail/detail.tsx'
import { Button } from '../../web/part/button.tsx'
import { holdKeys } from '../../web/keys/held-keys.ts'
import { usePhone } from '../../web/part/use-phone.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { useDoing, useFormState, useMode } from '../../web/record/use-form.ts'
import { ResultCards } from './sheet/cards.screen.tsx'
import { CallKey, waitsForCall } from './sheet/call.screen.tsx'
import { useCursor } from './sheet/cursor.screen.tsx'
import type { Cursor } from './sheet/cursor.screen.tsx'
import { ResultGrid } from './sheet/grid.screen.tsx'
import { MeasuredOn, MeasuredOnCard } from './instruments/measured-on.screen.tsx'
import { stepFrom, type Stop } from './judging/walk.rules.ts'
import { orderOf } from './judging/sheet.rules.ts'
import { isOut } from './work-item.rules.ts'
import { SaleFields } from './sheet/head.screen.tsx'
import { Pager, useWalk } from './sheet/walk.screen.tsx'
import { isCriticalFlag, isOutside } from '../elements/interval.rules.ts'
import { Panel } from './sheet/panel.screen.tsx'
import { rowsOf, sheetRecord, useDetail, useRecord } from './sheet/record.screen.tsx'
import { Runs } from './signing/runs.screen.tsx'
import { ClosedResults } from './sensitive/closed.screen.tsx'
import { nextStep, offersOf, Signing } from './signing/signing.screen.tsx'
import { judgedOf, useSheet } from './sheet/typing.screen.tsx'
import type { ResultRow } from './testresults.model.ts'
import { workItemStatus } from '../lists/items.model.ts'
import './testresults.screen.css'

const aboutMeasuring = (row: ResultRow) => (
  <>
    <MeasuredOn key={`on ${row.WorkItemId}`} row={row} />
    <Runs key={`runs ${row.WorkItemId}`} row={row} />
  </>
)

const measuredOnCard = (row: ResultRow) => <MeasuredOnCard row={row} />

const Counts = () => {
  const rows = useSheet(rowsOf)
  const judged = useSheet(judgedOf)
  const editing = useMode() === 'edit'
  const of = (test: (row: ResultRow) => boolean): number => rows.filter(test).length
  const flag = (row: ResultRow) => judged.get(row.WorkItemId)?.Flag
  const critical = of((row) => isCriticalFlag(flag(row)))
  const outside = of((row) => isOutside(flag(row)) && !isCriticalFlag(flag(row)))
  const approved = of((row) => row.StatusId === workItemStatus.Approved)
  const withdrawn = of((row) => row.WithdrawnOn !== null)
  const released = of((row) => isOut(row) && row.WithdrawnOn === null)
  return (
    <footer className="result-foot">
      <span role="status">
        <b>{rows.length}</b> {rows.length === 1 ? 'element' : 'elements'}{' '}
        <span className="secondary">{of((row) => !!judged.get(row.WorkItemId)?.Result)} entered</span>
        {approved > 0 && <span className="secondary">{approved} approved</span>}
        {released > 0 && <span className="secondary">{released} released</span>}
        {withdrawn > 0 && <span className="warn">{withdrawn} withdrawn</span>}
        {critical > 0 && <b className="bad">{critical} critical</b>}
        {outside > 0 && <span className="warn">{outside} outside interval</span>}
      </span>
      <span className="hints quiet">
        {editing ? (
          <>
            <span>
              <kbd className="key">Enter</kbd> next down
            </span>
            <span>
              <kbd className="key">Esc</kbd> old value
            </span>
          </>
        ) : (
          <span>
            <kbd className="key">↑ ↓</kbd> rows
          </span>
        )}
        <span>
          <kbd className="key">?</kbd> all keys
        </span>
      </span>
    </footer>
  )
}

/** Saves, and opens the next sale at once. */
const SaveAndNext = ({ to, onGo }: { to: Stop | undefined; onGo: (to: Stop, edit: boolean) => void }) => {
  const record = useDetail()
  const saving = useDoing() !== undefined
  if (to === undefined) return null
  return (
    <Button
      label="Save & Next"
      icon={IconPlayerTrackNext}
      hotkey="alt+n"
      reason={saving ? 'It is being saved' : undefined}
      onClick={() => void record.save({ to: () => onGo(to, true) })}
    />
  )
}

const SheetRows = ({ cursor, picks, phone }: { cursor: Cursor; picks: boolean; phone: boolean }) => {
  // of several calls the key opens the one under the cursor
  const call = useSheet((sheet) => {
    const calls = orderOf(rowsOf(sheet)).filter((row) => waitsForCall(row, judgedOf(sheet).get(row.WorkItemId)))
    return (calls.find((row) => row.WorkItemId === cursor.at?.id) ?? calls[0])?.WorkItemId
  })
  return (
    <CallKey value={call}>
      {phone ? (
        <ResultCards cursor={cursor} picks={picks} beside={measuredOnCard} />
      ) : (
        <ResultGrid cursor={cursor} picks={picks} />
      )}
    </CallKey>
  )
}

export const Screen = () => {
  const record = useRecord(sheetRecord)
  const navigate = useNavigate()
  const phone = usePhone()
  const { WorkSheetId } = useSearch({ from: '/shell/$moduleId' })
  const sheet = typeof WorkSheetId === 'number' ? WorkSheetId : undefined
  const rows = useFormState(record.form, ({ values }) => rowsOf(values))
  const walk = useWalk(sheet, rows[0]?.SaleId ?? 0)
  const next = stepFrom(walk.stops, walk.here, 1)
  const cursor = useCursor(record.form)
  const offers = offersOf(rows, cursor.picked, cursor.at?.id)
  const picks = (offers.review ?? offers.approve ?? offers.release ?? offers.repeat) !== undefined
  const go = (to: Stop, edit = false) => {
    // further keys are for the next one
    holdKeys('screen')
    void navigate(recordLink('testresults', { ...to, ...(edit && { edit }) }))
  }
  return (
    <Detail
      record={record}
      title="Test Results"
      className="result-entry"
      acts={{ isEditNext: nextStep(offers) === undefined }}
      status={
        <>
          {rows[0]?.Sale.IsStat && !phone && <span className="stat-mark">STAT</span>}
          <Pager walk={walk} onGo={go} />
        </>
      }
      viewActions={<Signing offers={offers} rows={rows} onDone={cursor.pickNone} onNext={next && (() => go(next))} />}
      editActions={<SaveAndNext to={next} onGo={go} />}
      aside={phone ? null : <Panel id={cursor.at?.id} more={aboutMeasuring} />}
    >
      <SaleFields phone={phone} />
      <ClosedResults />
      <SheetRows cursor={cursor} picks={picks} phone={phone} />
      <Counts />
    </Detail>
  )
}
