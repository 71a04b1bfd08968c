// The tubes of a receipt as a table: those that await it, and missing ones.
import { memo, type ReactNode } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { Button } from '../../web/part/button.tsx'
import { degreesOf } from '../shipments/temperature.rules.ts'
import { ReasonCell, StatusCell } from './cells.screen.tsx'
import type { ReceiptTube } from './receipt.screen.ts'
import { heldText } from './receive.rules.ts'

const heads = ['Sample', 'Patient', 'LRN', 'Specimen', 'Temperature', 'Performing Lab', 'Status', 'Reason']

type RowProps = { tube: ReceiptTube; index: number; onFound: ((tube: ReceiptTube) => void) | undefined }
const TubeRow = memo(({ tube, index, onFound }: RowProps) => (
  <tr>
    <td>
      {tube.Barcode}
      {tube.Sale.IsStat && <span className="stat-mark">STAT</span>}
      {tube.row.HeldFor && <span className="held-mark">{heldText(tube.row.HeldFor)}</span>}
    </td>
    <td>{tube.Sale.Patient?.Name}</td>
    <td className="secondary lrn">{tube.LRN}</td>
    <td className="secondary specimen">{tube.Specimen.Name}</td>
    <td className="secondary degrees">{degreesOf(tube.Temperature.ItemLabel)}</td>
    <td className="secondary lab">{tube.PerformingLab.Name}</td>
    <td className="said-cell">
      <StatusCell row={tube.row} code={tube.Barcode} index={index} />
      {tube.row.CollectionDate && <span className="quiet"> {formatDateTime(tube.row.CollectionDate)}</span>}
    </td>
    <td className="said-cell">
      <ReasonCell row={tube.row} code={tube.Barcode} index={index} />
      {onFound && <Button label="Found" onClick={() => onFound(tube)} />}
    </td>
  </tr>
))
TubeRow.displayName = 'TubeRow'

type Props = {
  name: string
  tubes: readonly ReceiptTube[]
  /** The path of a row in the record. */
  places: ReadonlyMap<unknown, number>
  head?: ReactNode
  empty: string
  onFound?: (tube: ReceiptTube) => void
}
export const Tubes = ({ name, tubes, places, head, empty, onFound }: Props) => (
  <section className="card grid-card receipt-tubes" aria-label={name} data-field="ShipmentSamples">
    <header>
      <h2>{name}</h2>
      <span className="tally">{tubes.length}</span>
      {head}
    </header>
    {tubes.length === 0 ? (
      <p className="quiet none">{empty}</p>
    ) : (
      <div className="scroll">
        <table aria-label={name}>
          <thead>
            <tr>
              {heads.map((one) => (
                <th key={one} scope="col">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tubes.map((tube) => (
              <TubeRow
                key={tube.SampleId}
                tube={tube}
                index={places.get(tube.row.ShipmentSampleId) ?? -1}
                onFound={onFound}
              />
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
