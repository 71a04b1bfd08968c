// Result entry: the results of one sale on one worksheet, typed down a column, signed and sent out.
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconHistory,
  IconPencil,
  IconPlayerTrackNext,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ClipboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { recordLink } from '../../web/record/record-link.ts'
import { Button } from '../../web/part/button.tsx'
import { Unread } from '../../web/detail/unread.tsx'
import { useArrival } from '../../web/record/use-arrival.ts'
import type { Draft } from '../../web/edit/draft.ts'
import { usePhone } from '../../web/part/use-phone.ts'
import { ModelIcon } from '../../web/part/icon.tsx'
import { Waiting } from '../../web/part/waiting.tsx'
import { ResultCards } from './sheet/cards.screen.tsx'
import { CallKey, waitsForCall } from './sheet/call.screen.tsx'
import { focusResult, focusRow, isEnterable } from './sheet/cells.screen.tsx'
import { useEntry } from './sheet/entry.screen.tsx'
import type { Entry } from './sheet/entry.screen.tsx'
import { groupsOf, ResultGrid } from './sheet/grid.screen.tsx'
import type { Cursor, GridProps } from './sheet/grid.screen.tsx'
import { columnOf, nextOf } from './judging/changes.rules.ts'
import { Pager, SaleFields, useSheetSales } from './sheet/head.screen.tsx'
import { isCriticalFlag, isOutside } from '../elements/interval.rules.ts'
import { Panel } from './sheet/panel.screen.tsx'
import { nextStep, Signing, useOffers } from './signing/signing.screen.tsx'
import { testresults } from './testresults.model.ts'
import type { ResultRow } from './testresults.model.ts'
import { TypedOffer } from './sheet/typed.screen.tsx'
import { workItemStatus } from '../lists/items.model.ts'
import '../../web/detail/detail.css'
import '../../web/field/field.css'
import './testresults.screen.css'

const History = lazy(async () => ({ default: (await import('../../web/detail/history.tsx')).History }))
const route = getRouteApi('/shell/$moduleId')
const keyOf = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined

const Counts = ({ entry }: { entry: Entry }) => {
  const { rows, judged, editing } = entry
  const of = (test: (row: ResultRow) => boolean): number => rows.filter(test).length
  const flag = (row: ResultRow) => judged.get(row.WorkItemId)?.Flag
  const critical = of((row) => isCriticalFlag(flag(row)))
  const outside = of((row) => isOutside(flag(row)) && !isCriticalFlag(flag(row)))
  const approved = of((row) => row.StatusId === workItemStatus.Approved)
  const released = of((row) => row.StatusId === workItemStatus.Released || row.StatusId === workItemStatus.Amended)
  return (
    <footer className="result-foot">
      <span role="status">
        <b>{rows.length}</b> {rows.length === 1 ? 'element' : 'elements'}{' '}
        <span className="secondary">{of((row) => !!judged.get(row.WorkItemId)?.Result)} entered</span>
        {approved > 0 && <span className="secondary">{approved} approved</span>}
        {released > 0 && <span className="secondary">{released} released</span>}
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

export const Screen = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const phone = usePhone()
  const WorkSheetId = keyOf(search.WorkSheetId)
  const entry = useEntry({ WorkSheetId, SaleId: keyOf(search.SaleId) })
  const [cursor, setCursor] = useState<Cursor>()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [history, setHistory] = useState(false)
  const { rows, editing, busy } = entry
  const [first] = rows
  const order = groupsOf(rows).flat()
  const calls = order.filter((row) => waitsForCall(row, entry.judged.get(row.WorkItemId)))
  const sales = useSheetSales(WorkSheetId)
  const offers = useOffers(entry, picked, cursor?.id)
  const under = rows.find((row) => row.WorkItemId === cursor?.id) ?? order[0]
  const toList = () => void navigate({ to: '/summary/$moduleId', params: { moduleId: 'testresults' } })
  useArrival((first !== undefined && !busy) || Boolean(entry.failed), editing)

  const go = (SaleId: number, editNow = false) =>
    void navigate(recordLink('testresults', { WorkSheetId, SaleId, ...(editNow && { edit: true }) }))
  const edit = async (draft?: Draft) => {
    // the first one that waits, of those that can be typed
    const typable = order.filter(isEnterable)
    const start =
      typable.find((row) => row.Result === null) ?? typable.find((row) => row.WorkItemId === cursor?.id) ?? typable[0]
    if (start) setCursor({ id: start.WorkItemId, column: 'Result' })
    setPicked(new Set())
    await entry.edit(draft)
    // what was typed on the way may have gone on from there already
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches('[data-result]')) focusResult(start?.WorkItemId)
    })
  }
  const paste = (event: ClipboardEvent) => {
    const at = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-result]') : null
    const lines = columnOf(event.clipboardData.getData('text/plain'))
    // an area takes its lines itself
    if (!editing || !at || at instanceof HTMLTextAreaElement || !lines) return
    event.preventDefault()
    const last = flushSync(() => entry.fill(order, Number(at.dataset.result), lines))
    const below = order.slice(order.findIndex((row) => row.WorkItemId === last) + 1).find(isEnterable)
    focusResult(below?.WorkItemId ?? order.findLast(isEnterable)?.WorkItemId)
  }
  // the sale after a Save & Next is typed into at once
  useQuery({
    queryKey: ['result edit', WorkSheetId, first?.SaleId],
    queryFn: async () => {
      await navigate({ ...recordLink('testresults', { WorkSheetId, SaleId: first?.SaleId }), replace: true })
      if (rows.some(isEnterable)) await edit()
      return true
    },
    enabled: search.edit === true && first !== undefined && !editing,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

  if (!first || !under) {
    return (
      <div className="detail">
        {entry.failed ? <Unread model={testresults} error={entry.failed} /> : <Waiting what="Test Results" />}
      </div>
    )
  }
  const picks = (offers.review ?? offers.approve ?? offers.release ?? offers.repeat) !== undefined
  const after = sales.includes(first.SaleId) ? nextOf(sales, first.SaleId, 1) : undefined
  // what is being typed settles first; afterwards the keyboard is back on the row it left
  const save = (then?: () => void) => {
    const typing = document.activeElement
    if (typing instanceof HTMLElement && typing.closest('.result-entry')) {
      typing.blur()
      typing.focus()
    }
    requestAnimationFrame(() => {
      void entry.save().then((saved) => {
        if (saved && then) then()
        else if (saved) focusRow(cursor?.id)
        else focusResult(order.find((row) => entry.said.get(row.WorkItemId)?.refused !== undefined)?.WorkItemId)
      })
    })
  }
  const editReason = rows.some(isEnterable)
    ? undefined
    : String(rows.find((row) => !row.Formula)?.Actions.update ?? rows[0]?.Actions.update ?? '')
  const grid: GridProps = {
    entry,
    cursor,
    onCursor: setCursor,
    picks,
    picked,
    onPick: (ids, on) =>
      setPicked((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id)))),
  }
  return (
    <div className={`detail result-entry ${editing ? 'mode-edit' : 'mode-view'}`}>
      <div className="result-main" onPaste={paste}>
        <div className="page-head">
          <ModelIcon name={testresults.icon} size={18} />
          <h1>Test Results</h1>
          {first.Sale.IsStat && !phone && <span className="stat-mark">STAT</span>}
          <Pager sales={sales} saleId={first.SaleId} editing={editing} onGo={(SaleId) => go(SaleId)} />
          <div className="page-actions no-print">
            {editing ? (
              <>
                <Button
                  label="Save"
                  look="primary"
                  icon={IconDeviceFloppy}
                  hotkey="alt+s"
                  busy={busy === 'save'}
                  onClick={() => save()}
                />
                {after !== undefined && (
                  <Button
                    label="Save & Next"
                    icon={IconPlayerTrackNext}
                    hotkey="alt+n"
                    reason={busy === 'save' ? 'It is being saved' : undefined}
                    onClick={() => save(() => go(after, true))}
                  />
                )}
                <Button
                  label="Discard"
                  icon={IconArrowBackUp}
                  hotkey="alt+d"
                  reason={busy === 'save' ? 'It is being saved' : undefined}
                  onClick={() => void entry.discard().then(() => focusRow(under.WorkItemId))}
                />
              </>
            ) : (
              <>
                {first.Actions.update !== undefined && (
                  <Button
                    label="Edit"
                    look={nextStep(offers) ? 'plain' : 'primary'}
                    className={nextStep(offers) ? 'bordered' : ''}
                    icon={IconPencil}
                    hotkey="alt+e"
                    busy={busy === 'edit'}
                    reason={editReason}
                    onClick={() => void edit()}
                  />
                )}
                <Signing
                  entry={entry}
                  offers={offers}
                  onDone={() => {
                    setPicked(new Set())
                    focusRow(under.WorkItemId)
                  }}
                />
                <Button
                  look="icon"
                  label="History"
                  icon={IconHistory}
                  hotkey="alt+h"
                  onClick={() => setHistory(true)}
                />
                <Button look="icon" label="Close" icon={IconX} hotkey="alt+c" onClick={toList} />
              </>
            )}
          </div>
        </div>
        {entry.refusal && (
          <div className="errors" role="alert">
            <div>
              <p>
                <b>The results were not saved.</b> {entry.refusal.text}
                {entry.refusal.saysKept ? '' : ' Everything you entered is still here.'}
              </p>
            </div>
          </div>
        )}
        {!editing && <TypedOffer key={first.SaleId} saleId={first.SaleId} onContinue={(draft) => void edit(draft)} />}
        <SaleFields rows={rows} phone={phone} />
        <CallKey value={(calls.find((row) => row.WorkItemId === cursor?.id) ?? calls[0])?.WorkItemId}>
          {phone ? <ResultCards {...grid} /> : <ResultGrid {...grid} />}
        </CallKey>
        <Counts entry={entry} />
      </div>
      {!phone && <Panel row={under} rows={rows} judged={entry.judged} />}
      <Suspense>
        {history && <History model={testresults} formId={first.SaleId} onClose={() => setHistory(false)} />}
      </Suspense>
    </div>
  )
}
