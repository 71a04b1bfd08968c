// Whether the sender may answer about a tube that came in a box which did not list it.
import { allOf, must, type Decision } from '../../../core/refusal.ts'

type Row = {
  readonly CameInId?: number | null
  readonly AskedAt?: string | null
  readonly AnsweredAt?: string | null
  readonly AnsweredBy?: { readonly FullName?: string | null } | null
}
/** Its sender is asked about it, and nobody answered yet. */
export const waitsForAnswer = ({ AskedAt, AnsweredAt }: Row): boolean =>
  (AskedAt ?? null) !== null && (AnsweredAt ?? null) === null

export const mayAnswer = (
  shipment: { readonly ConsignorId?: number | null },
  user: { readonly EntityId: number },
): Decision =>
  must(shipment.ConsignorId === user.EntityId, 'Only the consignor may answer about its samples', {
    code: 'not-consignor',
  })

/** One row, answered once; what is not theirs has a reason. */
export const mayAnswerAbout = (
  row: Row | undefined,
  { Answer, reason }: { readonly Answer?: string | null; readonly reason?: string | null },
): Decision => {
  const at = 'ShipmentSampleId'
  return allOf(
    must(row !== undefined, 'The sample is not on this shipment', { at }),
    must((row?.CameInId ?? null) !== null, 'The sample came in the shipment that lists it', { at }),
    must((row?.AnsweredAt ?? null) === null, `${row?.AnsweredBy?.FullName ?? 'A colleague'} answered already`, {
      at,
      code: 'answered',
    }),
    must(Answer !== 'not ours' || !!reason?.trim(), 'Say why it is not yours', { at: 'reason' }),
  )
}
