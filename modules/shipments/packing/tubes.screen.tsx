// A grid of tubes on the screen of a shipment: a click or Enter moves one, where they can be moved.
import { Link } from '@tanstack/react-router'
import { IconPlus, IconSnowflake, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { toneOf } from '../../../core/items.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { nothing } from '../../../web/record/shown.ts'
import { sampleStatuses } from '../../lists/items.model.ts'
import { degreesOf, isFrozen } from '../temperature.rules.ts'
import type { ShipmentSampleDraft, ShippedTube } from '../shipments.model.ts'

type RowProps = {
  tube: ShippedTube
  /** Its row on the shipment, where that is stored. */
  row?: ShipmentSampleDraft | undefined
  isOnShipment: boolean
  isLinked: boolean
  isFirst: boolean
  isNew: boolean
  error?: string | undefined
  act?: 'Add' | 'Remove' | undefined
  onMove: (tube: ShippedTube) => void
}

const focusNext = (from: HTMLElement, step: 1 | -1): void => {
  const next = step === 1 ? from.nextElementSibling : from.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}
/** The next row takes the focus of a moved one, so the focus remains in the grid. */
const onKey = (event: KeyboardEvent<HTMLElement>, move: (() => void) | undefined): void => {
  const row = event.currentTarget
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    return focusNext(row, event.key === 'ArrowDown' ? 1 : -1)
  }
  if (!move || event.repeat || event.altKey || event.ctrlKey || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  const next = row.nextElementSibling ?? row.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
  move()
}

const Temperature = ({ tube }: { tube: ShippedTube }) =>
  isFrozen(tube) ? (
    <span className="frozen">
      <IconSnowflake size={14} stroke={1.6} /> {degreesOf(tube.Temperature.ItemLabel)}
    </span>
  ) : (
    <>{degreesOf(tube.Temperature.ItemLabel)}</>
  )

const Received = ({ row }: { row: ShipmentSampleDraft | undefined }) => (
  <>
    <td role="gridcell" className="tube-status">
      <i className={`dot ${toneOf(sampleStatuses, row?.StatusId)}`} aria-hidden="true" />{' '}
      {row?.Status?.ItemLabel ?? 'Not saved yet'}
      {row?.Reason && <span className="tube-reason">{row.Reason.ItemLabel}</span>}
    </td>
    <td role="gridcell" className="secondary">
      {formatDateTime(row?.CollectionDate) || nothing}
    </td>
    <td role="gridcell" className="secondary">
      {row?.Collector?.FullName ?? nothing}
    </td>
  </>
)

const TubeRow = memo(({ tube, row, isOnShipment, isLinked, isFirst, isNew, error, act, onMove }: RowProps) => {
  const move = act && (() => onMove(tube))
  return (
    <tr
      role="row"
      className={`${isNew ? 'fresh' : ''} ${error ? 'wrong' : ''} ${act ? 'moves' : ''}`}
      tabIndex={isFirst ? 0 : -1}
      aria-label={act && `${act} ${tube.Barcode}`}
      title={error}
      onClick={move}
      onKeyDown={(event) => onKey(event, move)}
    >
      <td role="gridcell">
        {isLinked ? <Link {...recordLink('samples', { SampleId: tube.SampleId })}>{tube.Barcode}</Link> : tube.Barcode}
        {tube.Sale.IsStat && <span className="stat-mark">STAT</span>}
        {row?.CameInId && (
          <span className="tube-came">
            came in shipment {row.CameInId}, not listed
            {row.AnsweredAt && (row.NotOursBecause ? `, not ours: ${row.NotOursBecause}` : ', confirmed')}
          </span>
        )}
        {error && <span className="tube-error">{error}</span>}
      </td>
      <td role="gridcell" hidden={!tube.Sale.Patient}>
        {tube.Sale.Patient?.Name}
      </td>
      <td role="gridcell" className="secondary lrn">
        {tube.LRN}
      </td>
      <td role="gridcell" className="secondary">
        {tube.Specimen.Name}
      </td>
      <td role="gridcell" className="secondary">
        <Temperature tube={tube} />
      </td>
      {isOnShipment && (
        <>
          <td role="gridcell" className="secondary lab">
            {tube.PerformingLab.Name}
          </td>
          <Received row={row} />
        </>
      )}
      {act && (
        <td role="gridcell" className="act" aria-hidden="true">
          {act === 'Add' ? <IconPlus size={16} stroke={1.6} /> : <IconX size={16} stroke={1.6} />}
        </td>
      )}
    </tr>
  )
})
TubeRow.displayName = 'TubeRow'

export type TubesProps = {
  name: string
  /** The field of these errors. */
  field?: string
  tubes: readonly ShippedTube[]
  rows?: ReadonlyMap<number, ShipmentSampleDraft>
  /** Rows of a stored shipment also show status, received on and received by. */
  isOnShipment?: boolean
  /** Each leads to its sample, on which its sender rejects it. */
  isLinked?: boolean
  act?: 'Add' | 'Remove' | undefined
  onMove?: (tube: ShippedTube) => void
  newest?: number | undefined
  errors?: ReadonlyMap<number, string>
  error?: string | undefined
  head?: ReactNode
  empty: ReactNode
}
const still = (): void => undefined

export const Tubes = ({ name, field, tubes, rows, act, head, empty, error, ...props }: TubesProps) => {
  const { isOnShipment = false, isLinked = false, onMove = still, newest, errors } = props
  // a courier is not told whose tubes it carries
  const isSealed = tubes.length > 0 && tubes.every((tube) => !tube.Sale.Patient)
  const heads = [
    'Sample',
    'Patient',
    'LRN',
    'Specimen',
    'Temperature',
    ...(isOnShipment ? ['Performing Lab', 'Status', 'Received On', 'Received By'] : []),
  ]
  return (
    <section className={`card grid-card tubes ${isOnShipment ? 'wide' : ''}`} aria-label={name} data-field={field}>
      <header>
        <h2>{name}</h2>
        <span className="tally">{tubes.length}</span>
        {head}
      </header>
      {error && <p className="error">{error}</p>}
      <div className="scroll">
        <table role="grid" aria-label={name} aria-rowcount={tubes.length + 1}>
          <thead>
            <tr role="row">
              {heads.map((one) => (
                <th
                  key={one}
                  role="columnheader"
                  className={one === 'Performing Lab' ? 'lab' : undefined}
                  hidden={one === 'Patient' && isSealed}
                >
                  {one}
                </th>
              ))}
              {act && (
                <th role="columnheader" className="act">
                  <span className="unseen">{act}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {tubes.map((tube, index) => (
              <TubeRow
                key={tube.SampleId}
                tube={tube}
                row={rows?.get(tube.SampleId)}
                isOnShipment={isOnShipment}
                isLinked={isLinked}
                isFirst={index === 0}
                isNew={tube.SampleId === newest}
                error={errors?.get(tube.SampleId)}
                act={act}
                onMove={onMove}
              />
            ))}
          </tbody>
        </table>
        {tubes.length === 0 && <p className="quiet none">{empty}</p>}
      </div>
    </section>
  )
}
