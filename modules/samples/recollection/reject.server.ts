// Rejects a tube and requests its recollection: the lab finds it unfit at the bench, the centre breaks it, or its
// sender records its loss on the way or at an outside lab.
import { sql } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { rejectionFields } from './recollection.model.ts'
import { tubeRejected } from '../answers.model.ts'
import { samples } from '../samples.model.ts'
import { sayOnTheWay } from './on-the-way.server.ts'
import { isUnderWay, mayReject } from './recollection.rules.ts'
import { recollect } from './recollect.server.ts'

export const reject = actionOf(samples, {
  name: 'reject',
  permit: 'update',
  ...tubeRejected,
  summary: 'Reject a tube and request its recollection',
  body: rejectionFields,
  decide: (tube, user) => mayReject(tube, user),
  run: async ({ tx, user, key, before, body }) => {
    const ReasonId = Number(body.ReasonId)
    const StatusId = body.StatusId ?? sampleStatus.Rejected
    const finding = { SampleId: key, StatusId, ReasonId, Remarks: body.Remarks?.trim() || null }
    const [made] = await recollect(tx, user, [finding])
    if (isUnderWay(before.StatusId)) await sayOnTheWay(tx, user, [finding])
    await refreshStatuses(tx, [Number(before.SaleId)])
    for (const module of ['sales', 'testresults', 'shipments']) announceList(module, user.EmployerId)
    const next =
      made === undefined
        ? undefined
        : await tx.one<{ Barcode: string }>(sql`
            select
              barcode
            from
              samples
            where
              sample_id = ${made}
          `)
    const message = next ? `${before.Barcode} is to be recollected as ${next.Barcode}` : `${before.Barcode} is rejected`
    return { message, ReplacedById: made ?? null }
  },
})
