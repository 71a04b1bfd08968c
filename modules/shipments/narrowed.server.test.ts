// The list of shipments is narrowed by each of its filters alone.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { shipmentStatus } from '../lists/items.model.ts'
import { accessioned } from '../sales/sales.fixture.ts'
import { dispatched, packed, tubesOf } from './shipments.fixture.ts'

const { app, front, desk } = networkForTests('front', 'desk')
const packing = async () => ({ from: 12, to: 2, samples: tubesOf(await accessioned(front, { SellerId: 12 })) })
const day = (back: number): string => addDays(dayOf(new Date()), -back)

test('OPS-032 OPS-044 FND-136 shipments are narrowed by days, consignor, consignee, days of dispatch and status', async () => {
  const all = [
    await packed(front, await packing()),
    await dispatched(front, await packing()),
    await dispatched(front, await packing()),
  ].map((one) => Number(one.ShipmentId))
  const [old, elsewhere, later] = all
  const change = (id: number | undefined, values: Json) => setRows(app, 'shipments', { ShipmentId: id }, values)
  await change(old, { createdAt: sql`created_at - interval '40 days'` })
  await change(elsewhere, { ConsignorId: 11, ConsigneeId: 4 })
  await change(later, { DispatchDate: sql`now() - interval '20 days'` })
  const left = async (filter: Json) =>
    (await listed(desk, 1023, filter)).rows.map((row) => Number(row.ShipmentId)).sort((one, other) => one - other)
  expect(await left({})).toEqual(all)
  for (const [filter, wanted] of [
    // five days back, as the list starts: the packed and undispatched ones
    [{ FromDate: day(5), ToDate: day(0) }, [elsewhere, later]],
    [{ FromDate: day(30) }, [elsewhere, later]],
    [{ ToDate: day(30) }, [old]],
    [{ ConsignorId: 11 }, [elsewhere]],
    [{ ConsigneeId: 4 }, [elsewhere]],
    [{ DispatchFromDate: day(10) }, [elsewhere]],
    [{ DispatchToDate: day(10) }, [later]],
    [{ ShipmentStatus: shipmentStatus.BeingPacked }, [old]],
  ] as const)
    expect([filter, await left(filter)]).toEqual([filter, wanted])
})
