// The receipt of a shipment: scanned tube by tube or received at once; what is not accepted says why and goes with
// Save.
import { IconPackageImport } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { toneOf } from '../../core/items.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { ShownField } from '../../web/field/shown-field.tsx'
import { Button } from '../../web/part/button.tsx'
import { nameOf } from '../../web/record/shown.ts'
import { useFormState, useMode } from '../../web/record/use-form.ts'
import { ScanBox, type Said } from '../../web/scan/scan-box.tsx'
import { sampleStatus, shipmentStatuses } from '../lists/items.model.ts'
import { meantBy, scanOf } from '../shipments/scan/scan.rules.ts'
import { Boxes, newIn, type Typed } from './boxes.screen.tsx'
import {
  change,
  decidedOf,
  isOpen,
  mayTurnUp,
  receiptRecord,
  rowsOf,
  tubesOf,
  useDetail,
  useForm,
  useRecord,
  useValue,
  type ReceiptRow,
  type ReceiptTube,
} from './receipt.screen.ts'
import { createReceiving } from './receiving.ts'
import { Tubes } from './tubes.screen.tsx'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './shipmentreceipt.screen.css'

const Header = () => {
  const [consignor, consignee, courier] = [useValue('Consignor'), useValue('Consignee'), useValue('Courier')]
  const [shipmentReference, dispatched] = [useValue('ShipmentReference'), useValue('DispatchDate')]
  return (
    <section className="card" aria-label="Shipment">
      <div className="fields">
        <ShownField label="Consignor" name="ConsignorId" span={3}>
          {nameOf(consignor)}
        </ShownField>
        <ShownField label="Consignee" name="ConsigneeId" span={3}>
          {nameOf(consignee)}
        </ShownField>
        <ShownField label="Courier" name="CourierId" span={2}>
          {nameOf(courier)}
        </ShownField>
        <ShownField label="Shipment Reference" name="ShipmentReference" span={2}>
          {shipmentReference}
        </ShownField>
        <ShownField label="Dispatch Date" name="DispatchDate" span={2}>
          {formatDateTime(dispatched)}
        </ShownField>
      </div>
    </section>
  )
}

/** What awaited its receipt when the screen was opened stays on it, whatever becomes of it. */
const useRows = (): { rows: readonly ReceiptRow[]; missing: readonly ReceiptRow[] } => {
  const form = useForm()
  const values = useFormState(form, (state) => state.values)
  const open = rowsOf(values)
  const [shown, setShown] = useState<ReadonlySet<unknown>>(new Set())
  if (open.some((row) => !shown.has(row.ShipmentSampleId)))
    setShown(new Set([...shown, ...open.map((row) => row.ShipmentSampleId)]))
  const here = new Set(open.map((row) => row.ShipmentSampleId))
  const decided = decidedOf(values).filter((row) => !here.has(row.ShipmentSampleId))
  const stayed = decided.filter((row) => shown.has(row.ShipmentSampleId))
  return {
    rows: [...open, ...stayed].sort((a, b) => Number(a.ShipmentSampleId) - Number(b.ShipmentSampleId)),
    missing: decided.filter((row) => !shown.has(row.ShipmentSampleId) && mayTurnUp(row)),
  }
}

/** A scanner begins at once. */
const focusBox = (around: HTMLElement | null): void => around?.querySelector('input')?.focus()

const words = { none: 'No sample of this shipment matches', there: 'is decided already' }
const idsOf = (tubes: readonly ReceiptTube[]): number[] => tubes.map((tube) => Number(tube.row.ShipmentSampleId))

const Receiving = () => {
  const record = useDetail()
  const form = useForm()
  const isEditing = useMode() === 'edit'
  const allowed = useFormState(form, (state) => state.values.Actions?.receive)
  const kept = useValue('ReceivedTemperatures') ?? {}
  const [receiving] = useState(() => createReceiving(form, Number(record.key)))
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed)
  const [degrees, setDegrees] = useState<Typed>({})
  const { rows, missing } = useRows()
  const tubes = tubesOf(rows)
  const lost = tubesOf(missing)
  const visible = meantBy(tubes, filter)
  const places = new Map(rowsOf(form.state().values).map((row, index) => [row.ShipmentSampleId, index]))

  const receive = (which: readonly ReceiptTube[]) => {
    const ids = idsOf(which)
    if (isEditing) change(form, new Set(ids), { StatusId: sampleStatus.Delivered, Status: null, ReasonId: null })
    else receiving.receive(ids, newIn(degrees, kept))
  }
  /** What is typed counts, whether or not the table has followed. */
  const receiveVisible = () => {
    const which = meantBy(tubes, typed).filter(({ row }) => isOpen(row))
    if (which.length > 0 || Object.keys(newIn(degrees, kept)).length > 0) receive(which)
    if (isEditing) void record.save()
    else receiptRecord.home?.()
  }
  const scan = (text: string): Said => {
    // as they are by now: scans come faster than the screen is drawn
    const { values } = form.state()
    const now = tubesOf([...rowsOf(values), ...decidedOf(values)])
    const waiting = now.filter(({ row }) => isOpen(row) || (!isEditing && mayTurnUp(row)))
    const found = scanOf(
      text,
      waiting,
      now.filter((tube) => !waiting.includes(tube)),
      words,
    )
    if ('reason' in found) return { ok: false, code: '', text: found.reason }
    receive([found.tube])
    const { Barcode, Specimen, Sale } = found.tube
    return { ok: true, code: Barcode, text: `received, ${Specimen.Name}, ${Sale.Patient.Name}` }
  }
  const open = visible.filter(({ row }) => isOpen(row)).length
  const why =
    allowed === true
      ? open === 0 && Object.keys(newIn(degrees, kept)).length === 0
        ? 'No sample on the list awaits its receipt'
        : undefined
      : (allowed ?? 'Your role may not receive')
  return (
    <>
      <Boxes
        tubes={tubes}
        typed={isEditing ? {} : degrees}
        onType={allowed === true && !isEditing ? setDegrees : undefined}
      />
      {allowed === true && (
        <div ref={focusBox}>
          <ScanBox
            placeholder="Scan or type barcode, accession no, LRN, sample"
            isReady
            onType={setTyped}
            onScan={scan}
          />
        </div>
      )}
      <Tubes
        name="Samples"
        tubes={visible}
        places={places}
        empty={tubes.length === 0 ? 'No sample awaits its receipt.' : `No sample matches ${filter.trim()}.`}
        head={
          <Button
            className="receive"
            label="Receive"
            look="primary"
            icon={IconPackageImport}
            hotkey="alt+r"
            reason={why}
            onClick={receiveVisible}
          />
        }
      />
      {lost.length > 0 && (
        <Tubes
          name="Missing"
          tubes={lost}
          places={places}
          empty=""
          {...(allowed === true && !isEditing && { onFound: (tube: ReceiptTube) => receive([tube]) })}
        />
      )}
    </>
  )
}

export const Screen = () => {
  const record = useRecord(receiptRecord)
  const [id, statusId] = [
    useFormState(record.form, (state) => state.values.ShipmentId),
    useFormState(record.form, (state) => state.values.StatusId),
  ]
  const status = useFormState(record.form, (state) => state.values.Status)
  return (
    <Detail
      record={record}
      className="receipt"
      title={`Shipment receipt ${id ?? ''}`}
      acts={{ isEditNext: false }}
      status={
        status?.ItemLabel && (
          <span className="head-status">
            <i className={`dot ${toneOf(shipmentStatuses, statusId)}`} aria-hidden="true" />
            {status.ItemLabel}
          </span>
        )
      }
    >
      <Header />
      <Receiving />
    </Detail>
  )
}
