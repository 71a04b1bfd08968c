// The work items of a worksheet, grouped by sale; in edit mode, items without a result can be taken off.
import { recordLink } from '../../web/record/record-link.ts'
import { Link } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { workItemStatus, workItemStatuses } from '../lists/items.model.ts'
import type { SheetItem } from './worksheets.model.ts'
import { toneOf, wordOf } from '../../core/items.ts'

type Props = {
  workSheetId: number
  items: readonly SheetItem[]
  onTakeOff: ((items: readonly SheetItem[]) => void) | undefined
}

const isOpen = (item: SheetItem): boolean =>
  item.StatusId === workItemStatus.Pending || item.StatusId === workItemStatus.Repeat

const Item = ({ item, onTakeOff }: { item: SheetItem; onTakeOff: Props['onTakeOff'] }) => {
  const { Sample, LabInstrument, Element } = item.SampleElement ?? {}
  return (
    <tr>
      <td className="secondary">{Sample?.Specimen?.Name}</td>
      <td className="secondary">{LabInstrument?.Instrument?.Name ?? '–'}</td>
      <td>{Element?.Name}</td>
      <td className="secondary">{Sample?.Sale?.AccessionNo}</td>
      <td>{Sample?.Sale?.Patient?.Name}</td>
      <td className="secondary">{Sample?.Sale?.Doctor?.Name}</td>
      <td className="item-status">
        <i className={`dot ${toneOf(workItemStatuses, item.StatusId)}`} aria-hidden="true" />{' '}
        {wordOf(workItemStatuses, item.StatusId)}
      </td>
      {onTakeOff && (
        <td className="item-off">
          {isOpen(item) && (
            <button
              type="button"
              className="button icon plain"
              aria-label={`Take ${Element?.Name} of ${Sample?.Sale?.AccessionNo} off`}
              onClick={() => onTakeOff([item])}
            >
              <IconX size={15} stroke={1.6} />
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

const Group = ({ workSheetId, items, onTakeOff }: Props) => {
  const [first] = items
  if (!first) return null
  const Sale = first.SampleElement?.Sample?.Sale
  const open = items.filter(isOpen)
  return (
    <tbody>
      <tr className="group">
        <th colSpan={onTakeOff ? 8 : 7} scope="rowgroup">
          <Link {...recordLink('testresults', { WorkSheetId: workSheetId, SaleId: Sale?.SaleId ?? undefined })}>
            {Sale?.AccessionNo}
          </Link>{' '}
          <span className="group-patient">{Sale?.Patient?.Name}</span>
          {Sale?.IsStat && <span className="stat-mark">STAT</span>}
          <span className="quiet">
            {open.length === 0 ? `${items.length} entered` : `${open.length} of ${items.length} to be entered`}
          </span>
          {onTakeOff && open.length > 0 && (
            <button type="button" className="button link" onClick={() => onTakeOff(open)}>
              Take off
            </button>
          )}
        </th>
      </tr>
      {items.map((item) => (
        <Item key={item.WorkItemId} item={item} onTakeOff={onTakeOff} />
      ))}
    </tbody>
  )
}

export const WorkItems = ({ items, ...props }: Props) => {
  const open = items.filter(isOpen).length
  const groups = [...Map.groupBy(items, (item) => item.SaleId).entries()]
  return (
    <section className="card grid-card work-items" aria-label="Work items" data-field="WorkItems">
      <header>
        <h2>Work items</h2>
        <span className="tally">{items.length}</span>
        <span className="hints">
          {open === 0 ? 'all entered' : `${open} to be entered`} ·{' '}
          {groups.length === 1 ? '1 sale' : `${groups.length} sales`}
        </span>
      </header>
      <div className="scroll">
        <table aria-label="Work items">
          <thead>
            <tr>
              <th>Specimen</th>
              <th>Instrument</th>
              <th>Element</th>
              <th>Accession</th>
              <th>Patient</th>
              <th>Doctor</th>
              <th>Status</th>
              {props.onTakeOff && (
                <th>
                  <span className="unseen">Take off</span>
                </th>
              )}
            </tr>
          </thead>
          {groups.map(([saleId, group]) => (
            <Group key={saleId} items={group} {...props} />
          ))}
        </table>
      </div>
    </section>
  )
}
