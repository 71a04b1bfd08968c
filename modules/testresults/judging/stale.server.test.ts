// In any order of entering, repeating, recollecting, choosing runs, holding, approving, releasing and amending, a
// report shows calculated results that fit the values next to them.
import { beforeAll, expect, test } from 'vitest'
import type { Result } from '../../../server/testing/answers.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import { sampleStatus, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { startWork } from '../../sales/tubes/tubes.server.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { aReason, labForTests, letGo } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const ReasonId = workItemReason.QuantityNotSufficient
const [total, direct, indirect] = ['Bilirubin, total', 'Bilirubin, direct', 'Bilirubin, indirect'] as const
let patient: number
let why: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
  why = await aReason(bench.technologist)
})

/** The same numbers for the same seed, from 0 below `below`. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Receives every awaited tube. */
const arrive = async (sale: unknown): Promise<void> => {
  const awaited = await readRows<{ Id: number }>(
    app,
    'samples',
    { SaleId: sale, StatusId: sampleStatus.ToBeCollected },
    'sample_id as id',
  )
  for (const { Id } of awaited)
    await setRows(
      app,
      'samples',
      { SampleId: Id },
      {
        OwnerId: 2,
        StatusId: sampleStatus.Delivered,
        CollectionDate: new Date().toISOString(),
        ReceivedDate: new Date().toISOString(),
      },
    )
  await app.db.transaction(async (tx) => {
    await startWork(
      tx,
      awaited.map(({ Id }) => Id),
      bench.desk.userId,
    )
    await refreshStatuses(tx, [Number(sale)])
  })
}

type Act = (sale: unknown, pick: (below: number) => number) => Promise<unknown>
const named = async (sale: unknown, names: readonly string[], person = bench.pathologist) => {
  // a sale is off the bench while all of it is recollected
  const { status, body } = await person.get(`/api/testresults?SaleId=${String(sale)}`)
  return status === 200 ? body.filter((row) => names.includes(row.Element)) : []
}
const idsOf = (rows: readonly Result[]) => rows.map((row) => row.WorkItemId)
const some = (pick: (below: number) => number): string[] => {
  const all = [total, direct, indirect, 'Sodium']
  const chosen = pick(2) === 0 ? all : all.filter(() => pick(2) === 0)
  return chosen.length > 0 ? chosen : [all[pick(all.length)] ?? total]
}
/** Does what is permitted with picked rows; now and then with all of them, which is refused where some may not. */
const call = async (sale: unknown, path: string, pick: (below: number) => number, person = bench.pathologist) => {
  const rows = await named(sale, some(pick), person)
  const may = rows.filter((row) => Object.entries(row.Actions).some(([act, may]) => act === path && may === true))
  return person.put(`/api/${path}/testresults`, {
    WorkItemIds: idsOf(may.length > 0 && pick(4) > 0 ? may : rows),
    ReasonId: why,
    Remarks: 'As it comes',
  })
}
const status =
  (StatusId: number): Act =>
  async (sale, pick) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: idsOf(await named(sale, some(pick).slice(0, 1))).map((WorkItemId) => ({
        WorkItemId,
        StatusId,
        ReasonId,
      })),
    })
const value = (pick: (below: number) => number): string => String((pick(20) + 1) / 10)
const acts = {
  enter: async (sale, pick) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: (await named(sale, some(pick)))
        .filter((row) => row.Formula === null)
        .map((row) => ({ WorkItemId: row.WorkItemId, Result: row.Element === 'Sodium' ? '140' : value(pick) })),
    }),
  review: (sale, pick) => call(sale, 'review', pick),
  approve: (sale, pick) => call(sale, 'approve', pick),
  approveOther: (sale, pick) => call(sale, 'approve', pick, bench.other),
  release: (sale, pick) => call(sale, 'release', pick),
  repeat: (sale, pick) => call(sale, 'repeat', pick),
  withdraw: (sale, pick) => call(sale, 'withdraw', pick),
  amend: async (sale, pick) =>
    bench.pathologist.put('/api/amend/testresults', {
      WorkItems: (await named(sale, [pick(2) === 0 ? total : direct])).map((row) => ({
        WorkItemId: row.WorkItemId,
        Result: value(pick),
      })),
      ReasonId: why,
      Remarks: 'Wrong tube',
    }),
  chooseRun: async (sale, pick) => {
    const [row] = await named(sale, [pick(2) === 0 ? total : direct])
    const [run] = row?.Runs ?? []
    return bench.technologist.put('/api/chooserun/testresults', {
      WorkItemId: row?.WorkItemId,
      ResultId: run?.ResultId,
      ReasonId: why,
    })
  },
  hold: status(workItemStatus.OnHold),
  unhold: status(workItemStatus.Entered),
  giveUp: status(workItemStatus.NotPerformed),
  begin: status(workItemStatus.Pending),
  reject: async (sale) => {
    const [row] = await named(sale, [total])
    return bench.technologist.put('/api/reject/samples', { formId: row?.SampleId, ReasonId })
  },
  arrive,
} satisfies Readonly<Record<string, Act>>
const often = [
  ...([
    'enter',
    'enter',
    'review',
    'approve',
    'approveOther',
    'release',
    'release',
    'amend',
    'amend',
    'repeat',
  ] as const),
  ...(['unhold', 'arrive', 'chooseRun'] as const),
].map((name): [string, Act] => [name, acts[name]])
const drawn = [...Object.entries<Act>(acts), ...often, ...often, ...often]

const reportOf = async (
  sale: unknown,
): Promise<{ version: number; said: Record<string, string | null> } | undefined> => {
  const [last] = await readRows<{ Version: number; Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale },
    'version, content',
    'version desc',
  )
  const rows = last?.Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows)) ?? []
  return last && { version: last.Version, said: Object.fromEntries(rows.map((row) => [row.Element, row.Result])) }
}

/** Both inputs and their calculated result, where a report has all three as numbers. */
const calculated = async (sale: unknown): Promise<[said: number, now: number] | undefined> => {
  const report = await reportOf(sale)
  const [of = NaN, less = NaN, said = NaN] = [total, direct, indirect].map((one) => Number(report?.said[one] ?? NaN))
  return [of, less, said].some(Number.isNaN) ? undefined : [said, Math.round((of - less) * 10) / 10]
}

// each of these orders releases reports, the even ones amend them, too
test.each([7, 8, 20])(
  'order %i',
  async (seed) => {
    const pick = numbers(seed * 7919)
    const { SaleId } = await accessioned(bench.desk, {
      PatientId: patient,
      BuyerId: 21,
      products: [product.bilirubin, product.electrolytes],
    })
    if (seed % 2 === 0) await letGo(bench, SaleId, { [total]: '1.4', [direct]: '0.2' })
    const done: string[] = []
    for (let at = 0; at < 40; at += 1) {
      const [name, act] = drawn[pick(drawn.length)] ?? ['enter', acts.enter]
      await act(SaleId, pick)
      done.push(name)
      const [said, now] = (await calculated(SaleId)) ?? []
      expect([done.join(', '), said]).toEqual([done.join(', '), now])
    }
    expect((await reportOf(SaleId))?.version).toBeGreaterThan(1)
  },
  60_000,
)

test('an element that was not performed cannot be started again in a tube that has since been rejected', async () => {
  const sale = (await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.bilirubin] }))
    .SaleId
  const [row] = await named(sale, [total])
  const put = (StatusId: number) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: [{ WorkItemId: row?.WorkItemId, StatusId, ReasonId }],
    })
  await bench.technologist.put('/api/testresults/', {
    SaleId: sale,
    WorkItems: [{ WorkItemId: row?.WorkItemId, Result: '0.8' }],
  })
  expect((await put(workItemStatus.NotPerformed)).status).toBe(200)
  expect(await acts.reject(sale)).toMatchObject({ status: 200 })
  const again = await put(workItemStatus.Pending)
  expect([again.status, again.body.code]).toEqual([422, 'no-tube'])
  expect((await named(sale, [total]))[0]).toMatchObject({ StatusId: workItemStatus.NotPerformed, Result: '0.8' })
})

test('a calculated result is taken off hold; when it is signed it equals what its inputs give then', async () => {
  const sale = (await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products: [product.bilirubin] }))
    .SaleId
  const enter = async (element: string, Result: string) => {
    const [row] = await named(sale, [element])
    const WorkItems = [{ WorkItemId: row?.WorkItemId, Result }]
    expect((await bench.technologist.put('/api/testresults/', { SaleId: sale, WorkItems })).status).toBe(200)
  }
  await enter(total, '1.0')
  await enter(direct, '0.4')
  const [row] = await named(sale, [indirect])
  const put = (StatusId: number) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: [{ WorkItemId: row?.WorkItemId, StatusId, ReasonId }],
    })
  expect((await put(workItemStatus.OnHold)).status).toBe(200)
  await enter(total, '1.2')
  expect((await put(workItemStatus.Entered)).status).toBe(200)
  const sign = async () =>
    bench.pathologist.put('/api/approve/testresults', {
      WorkItemIds: (await named(sale, [total, direct, indirect])).map((one) => one.WorkItemId),
    })
  const first = await sign()
  expect([first.status, first.body.message]).toEqual([422, expect.stringContaining('0.60 is now 0.80')])
  expect((await sign()).status).toBe(200)
  expect((await named(sale, [indirect]))[0]).toMatchObject({ Result: '0.80', StatusId: workItemStatus.Approved })
})
