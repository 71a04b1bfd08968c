// The sender answers about a tube that came in a box which did not list it: it was packed there, or it is not
// theirs. The consignee is notified; its results wait for a signatory all the same, again where they were kept before
// the sender said that it is not theirs.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { sql } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { addEvent } from '../../sales/tubes/tubes.server.ts'
import { shipments } from '../shipments.model.ts'
import { answerFields } from './answer.model.ts'
import { mayAnswer, mayAnswerAbout } from './answer.rules.ts'

const receivers = [role.Technologist, role.FrontDesk, role.Logistics]

export const answer = actionOf(shipments, {
  name: 'answer about a tube too many',
  permit: 'update',
  path: 'answertoomany/shipments/{key}',
  summary: 'Say whether a tube that came without being listed was packed, or is not of this sender',
  body: answerFields,
  decide: mayAnswer,
  run: async ({ tx, user, key, before, body }) => {
    const row = before.ShipmentSamples.find((one) => one.ShipmentSampleId === body.ShipmentSampleId)
    const decision = mayAnswerAbout(row, body)
    if (!decision.ok) throw refusedBy(decision)
    const why = body.Answer === 'not ours' ? (body.reason?.trim() ?? null) : null
    const { SampleId, SaleId, Barcode, Box, Consignee } = await tx.one<{
      SampleId: number
      SaleId: number
      Barcode: string
      Box: number
      Consignee: number
    }>(sql`
      update shipment_samples packed
      set
        answered_at = now(),
        answered_by_id = ${user.UserId},
        not_ours_because = ${why}
      from
        samples tube,
        shipments box
      where
        packed.shipment_sample_id = ${body.ShipmentSampleId}
        and packed.shipment_id = ${key}
        and packed.answered_at is null
        and tube.sample_id = packed.sample_id
        and box.shipment_id = packed.came_in_id
      returning
        tube.sample_id,
        tube.sale_id,
        tube.barcode,
        box.shipment_id as box,
        box.consignee_id as consignee
    `)
    const what =
      why === null ? `It was packed in shipment ${Box} without being listed` : `Not ours, says the sender: ${why}`
    await addEvent(tx, [SampleId], { what, shipmentId: Box, clientId: user.EntityId, userId: user.UserId })
    await tellOthers(tx, user, Consignee, receivers, {
      subject: why === null ? `Shipment ${Box}: ${Barcode} was packed` : `Shipment ${Box}: ${Barcode} is not theirs`,
      content: `${what}. Its results wait for a signatory.`,
      path: recordPath('shipments', { ShipmentId: Box }),
    })
    // also where its results were kept and are out
    if (why !== null)
      await tellOthers(tx, user, Consignee, [role.Pathologist], {
        subject: `${Barcode} is not of its sender`,
        content: `${what}. Decide about its results; withdraw those that are out.`,
        path: recordPath('testresults', { SaleId: SaleId }),
      })
    return { message: why === null ? `${Barcode} was packed without being listed` : `${Barcode} is not ours` }
  },
})
