// The parts of the screen of a receipt, bound to its model, and the state of its rows.
import type { Errors } from '../../core/validate.ts'
import type { DraftRow } from '../../core/model.ts'
import type { Form, RecordOptions, Shown } from '../../web/record/form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { isTube, type ShippedTube } from '../shipments/shipments.model.ts'
import { isException } from '../samples/recollection/recollection.rules.ts'
import { shipmentreceipt, type ReceiptSample, type receiptFields } from './shipmentreceipt.model.ts'
import { isReadable, notReadable } from './temperature.rules.ts'

export const { useDetail, useForm, useRecord, useValue } = screenOf(shipmentreceipt)
type Fields = typeof receiptFields
export type ReceiptForm = Form<Fields>
export type ReceiptRow = DraftRow<ReceiptSample>

/** A row with its tube, for the table, the boxes and the scan box. */
export type ReceiptTube = ShippedTube & { readonly row: ReceiptRow }
export const tubesOf = (rows: readonly ReceiptRow[]): ReceiptTube[] =>
  rows.flatMap((row) => (isTube(row.Sample) ? [{ ...row.Sample, row }] : []))

export const isOpen = ({ StatusId }: ReceiptRow): boolean => StatusId === sampleStatus.Dispatched
/** Missing, and its replacement is not collected yet: it may turn up. */
export const mayTurnUp = ({ StatusId, Replacement }: ReceiptRow): boolean =>
  StatusId === sampleStatus.NotFound && (!Replacement || Replacement.StatusId === sampleStatus.ToBeCollected)

export const rowsOf = ({ ShipmentSamples }: Shown<Fields>): readonly ReceiptRow[] => ShipmentSamples ?? []
export const decidedOf = ({ Decided }: Shown<Fields>): readonly ReceiptRow[] => Decided ?? []

/** Changes rows while the user edits the record. */
export const change = (form: ReceiptForm, ids: ReadonlySet<unknown>, said: Partial<ReceiptRow>): void =>
  form.change(
    'ShipmentSamples',
    rowsOf(form.state().values).map((row) => (ids.has(row.ShipmentSampleId) ? { ...row, ...said } : row)),
  )
/** Marks sent rows, without making the form dirty. */
export const mark = (form: ReceiptForm, ids: ReadonlySet<unknown>, StatusId: number): void => {
  const marked = <R extends ReceiptRow>(rows: readonly R[]): R[] =>
    rows.map((row) => (ids.has(row.ShipmentSampleId) ? { ...row, StatusId, Status: null } : row))
  const { values } = form.state()
  form.put({ values: { ...values, ShipmentSamples: marked(rowsOf(values)), Decided: marked(values.Decided ?? []) } })
}

const check = (values: Shown<Fields>): Errors => ({
  ...(Object.values(values.ReceivedTemperatures ?? {}).every(isReadable)
    ? {}
    : { ReceivedTemperatures: [notReadable] }),
  ...Object.fromEntries(
    rowsOf(values).flatMap((row, index) =>
      isException(row.StatusId ?? null) && !row.ReasonId
        ? [[`ShipmentSamples.${index}.ReasonId`, ['Reason is required']]]
        : [],
    ),
  ),
})

export const receiptRecord: RecordOptions<Fields> = {
  // unchanged rows are sent too, so that an error finds its row by its position
  send: (_sent, values) => ({
    ShipmentSamples: rowsOf(values).map(({ ShipmentSampleId, StatusId, ReasonId }) => ({
      ShipmentSampleId,
      StatusId,
      ReasonId: isException(StatusId ?? null) ? (ReasonId ?? null) : null,
    })),
    ...(values.ReceivedTemperatures && { Temperatures: values.ReceivedTemperatures }),
  }),
  check,
  stays: true,
  forgets: ['/api/shipments', '/api/samples', '/api/sales', '/api/testresults'],
  home: () => document.querySelector<HTMLElement>('.scan input')?.focus(),
}
