// Lists through one handler: filters, sorts, pages and counts, and refusals.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, aSale, booked, product } from '../../modules/sales/sales.fixture.ts'
import { sql, statementCount } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import type { Json } from '../testing/signed-in.ts'
import { readRow, setPermits, setRows } from '../testing/rows.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
const ids: number[] = []
beforeAll(async () => {
  const names = [
    'Anil 50% Kumar',
    'Anil 500 Kumar',
    'Under_score Rao',
    'Underxscore Rao',
    '=Formula Shah',
    'Zubin Back\\slash',
  ]
  for (const [i, Name] of names.entries()) {
    const PatientId = await aPatient(desk, { Name, MobilePhone: `98220001${10 + i}` })
    const saved = await manager.post(
      '/api/sales/',
      aSale({
        PatientId,
        LRN: String(771_000 + i),
        SaleDate: `2026-11-1${i}T08:00:00.000Z`,
        CollectionDate: `2026-11-1${i}T08:00:00.000Z`,
        ReportDate: '2026-12-01T08:00:00.000Z',
        ReferringDoctorId: 114 + i,
        products: [i === 0 ? product.lipids : product.cbc],
      }),
    )
    ids.push(saved.body.SaleId)
  }
})

const list = (query: Record<string, string>, person = desk) =>
  person.get(`/api/getdata/1001?${new URLSearchParams(query).toString()}`)
const found = async (filter: Json, more: Record<string, string> = {}) =>
  (await list({ filterCriteria: JSON.stringify(filter), sort: 'SaleId', ...more })).body.map((row) =>
    ids.indexOf(row.SaleId),
  )
const at = (id: number, moment: string) => setRows(app, 'sales', { SaleId: id }, { SaleDate: moment })

test('FND-125 FND-126 OPS-024 the list permit supplies the statement, and the criteria string narrows it', async () => {
  const permissions = (await desk.get('/api/currentUser')).body.Permissions
  const entry = permissions.find((p) => p.ModuleId === 'sales' && p.Permit === 'list')
  expect([null, 1001]).toContain(entry?.StatementId)
  expect(await found({ LRN: '771003' })).toEqual([3])
})

test.each<[string, Json, number[]]>([
  ['patient', { Patient: 'under' }, [2, 3]],
  ['doctor', { Doctor: 'pallavi' }, [2]],
  ['buyer', { Buyer: 'zubin' }, [5]],
  ['LRN in the middle (OPS-038)', { LRN: '1004' }, [4]],
  ['sale status', { SaleStatus: 92 }, [0, 1, 2, 3, 4, 5]],
  ['another sale status', { SaleStatus: 95 }, []],
  ['seller (OPS-025)', { SellerId: 2 }, [0, 1, 2, 3, 4, 5]],
  ['another seller', { SellerId: 12 }, []],
  ['code (OPS-027)', { Code: 'pr03' }, [0]],
  ['name (OPS-027, OPS-028)', { Name: 'blood count' }, [1, 2, 3, 4, 5]],
  ['code and name of the same line', { Code: 'PR03', Name: 'blood count' }, []],
  ['local products (OPS-037)', { IsLocalProduct: 'true' }, []],
  ['giver without receipts (OPS-026)', { GiverId: 2 }, []],
  ['two at once (FND-151)', { Patient: 'anil', Name: 'lipid' }, [0]],
])('FND-132 sales are filtered by %s', async (_name, filter, expected) => {
  expect(await found(filter)).toEqual(expected)
})

test('FND-152 a contains filter treats % _ and \\ as ordinary characters and ignores case', async () => {
  expect(await found({ Patient: '50%' })).toEqual([0])
  expect(await found({ Patient: 'UNDER_' })).toEqual([2])
  expect(await found({ Patient: 'back\\' })).toEqual([5])
  expect(await found({ Patient: "' or 1=1 --" })).toEqual([])
})

test('FND-153 FND-154 FND-155 OPS-039 OPS-040 a bare date is the whole day in the time zone of the network', async () => {
  await at(ids[0] ?? 0, '2026-10-05T00:00:00+05:30')
  await at(ids[1] ?? 0, '2026-10-05T23:59:59.999+05:30')
  await at(ids[2] ?? 0, '2026-10-04T23:59:59.999+05:30')
  await at(ids[3] ?? 0, '2026-10-06T00:00:00+05:30')
  expect(await found({ FromDate: '2026-10-05', ToDate: '2026-10-05' })).toEqual([0, 1])
  expect(await found({ FromDate: '2026-10-04T18:30:00.000Z', ToDate: '2026-10-05T18:29:59.999Z' })).toEqual([0, 1])
  expect(await found({ FromDate: '2026-10-04', ToDate: '2026-10-06' })).toEqual([0, 1, 2, 3])
})

test('FND-388 unknown filters, malformed criteria and wrong values are 400 and have no effect', async () => {
  const bad: Record<string, string>[] = [
    { filterCriteria: '{"Nothing":1}' },
    { filterCriteria: '{"__proto__":1}' },
    { filterCriteria: '{"constructor":1}' },
    { filterCriteria: '{' },
    { filterCriteria: '[]' },
    { filterCriteria: '"x"' },
    { filterCriteria: 'null' },
    { filterCriteria: '{"SellerId":"2 or 1=1"}' },
    { filterCriteria: '{"FromDate":"yesterday"}' },
    { filterCriteria: '{"FromDate":"2026-13-45"}' },
    { filterCriteria: '{"SaleStatus":{"$gt":1}}' },
    { filterCriteria: '{"Patient":["a"]}' },
    { filterCriteria: '{"LRN":"12; drop table sales"}' },
    { Nothing: '1' },
    { page: '0' },
    { page: 'x' },
    { limit: '-1' },
    { limit: '1.5' },
    { after: 'x' },
    { after: '[1]' },
    { after: '["2026-01-01",1,2]' },
  ]
  for (const query of bad) {
    const answer = await list(query)
    expect([query, answer.status]).toEqual([query, 400])
  }
})

test.each([
  ['/api/getdata/100?SellerId=2&ProductId=3001,2147483648', 'ProductId', 'Product must be a list of keys'],
  ['/api/getdata/2110?StatusId=2147483648', 'StatusId', 'Status is not one of its choices'],
])('a key greater than any is refused at its field: %s', async (path, name, said) => {
  const { status, text } = await desk.get(path)
  expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ errors: { [name]: [said] } })])
})

test('FND-388 a sort comes from the columns of the list, never from the text of the request', async () => {
  for (const sort of [
    'sale_id',
    's.sale_id',
    'SaleId desc',
    'SaleId;drop table sales',
    '(select 1)',
    '-',
    'constructor',
    '__proto__',
    'SaleDate--',
  ])
    expect([sort, (await list({ sort })).status]).toEqual([sort, 400])
  const names = async (sort: string) => (await list({ sort })).body.map((row) => row.LRN)
  const up = await names('LRN')
  expect(up).toEqual([...up].sort())
  expect(await names('-LRN')).toEqual([...up].reverse())
  for (const sort of ['Doctor', '-Doctor', 'Outstanding', '-SaleStatus', 'AccessionNo', 'Referrer'])
    expect([sort, (await list({ sort })).body.length]).toEqual([sort, 6])
})

test('pages follow each other without gap or repeat, and the header has the count', async () => {
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ sort: 'SaleId', limit: '2', page })))
  expect(pages.flatMap((page) => page.body.map((row) => row.SaleId))).toEqual(ids)
  expect(pages.map((page) => page.headers.get('x-total-count'))).toEqual(['6', '6', '6', '6'])
  // counted by the page itself when it is not full, by the list when it is full or empty
  for (const [limit, page] of [
    ['4', '1'],
    ['4', '2'],
    ['4', '3'],
    ['6', '1'],
    ['6', '2'],
    ['7', '1'],
  ] as const)
    expect([limit, page, (await list({ limit, page })).headers.get('x-total-count')]).toEqual([limit, page, '6'])
  expect((await list({ filterCriteria: '{"LRN":"99999999"}' })).headers.get('x-total-count')).toBe('0')
})

test('the rows come without a count where nobody waits for it, and the count without rows', async () => {
  const without = async (query: Record<string, string>) => {
    const { body, headers } = await list({ count: 'none', sort: 'SaleId', ...query })
    return [body.length, headers.get('x-total-count')]
  }
  expect(await without({ limit: '2' })).toEqual([2, null])
  expect(await without({ limit: '2', page: '2' })).toEqual([2, null])
  // a page that is not full shows it by itself
  expect(await without({ limit: '4', page: '2' })).toEqual([2, '6'])
  expect(await without({ filterCriteria: '{"LRN":"99999999"}' })).toEqual([0, '0'])
  const alone = async (query: Record<string, string>) => {
    const { text, headers } = await list({ limit: '0', ...query })
    return [text, headers.get('x-total-count')]
  }
  expect(await alone({})).toEqual(['[]', '6'])
  expect(await alone({ count: 'exact', sort: 'no column' })).toEqual(['[]', '6'])
  expect(await alone({ filterCriteria: '{"Patient":"anil"}' })).toEqual(['[]', '2'])
  expect((await list({ limit: '0', filterCriteria: '{"Nothing":1}' })).status).toBe(400)
})

test('keyset paging continues after the last row, also when a row was added before it', async () => {
  const first = await list({ sort: '-SaleId', limit: '2' })
  const last = first.body.at(-1)
  const next = await list({ sort: '-SaleId', limit: '2', after: JSON.stringify([last.SaleId, last.SaleId]) })
  expect([...first.body, ...next.body].map((row) => row.SaleId)).toEqual([...ids].reverse().slice(0, 4))
  expect(next.headers.get('x-total-count')).toBe('6')
})

test('paging after a row is refused when the sort column is joined after the page is cut', async () => {
  expect((await list({ sort: 'Doctor', after: '["A",1]' })).status).toBe(400)
})

test('a page has 100 rows at most', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        sales (
          sale_date,
          collection_date,
          report_date,
          patient_id,
          patient_name,
          referring_doctor_id,
          seller_id,
          buyer_id,
          lrn
        )
      select
        now() - interval '400 days',
        now(),
        now(),
        patient_id,
        'Bulk',
        114,
        2,
        patient_id,
        '5'
      from
        sales,
        generate_series(1, 30)
      where
        lrn like '77100%'
    `),
  )
  const answer = await list({ filterCriteria: '{"Patient":"bulk"}', limit: '5000' })
  expect(answer.body).toHaveLength(100)
  expect(answer.headers.get('x-total-count')).toBe('180')
  const apart = { filterCriteria: '{"Patient":"bulk"}' }
  expect((await list({ ...apart, count: 'none' })).headers.get('x-total-count')).toBeNull()
  expect((await list({ ...apart, limit: '0' })).headers.get('x-total-count')).toBe('180')
})

test('a list of any length is one statement, a detail and a save have a bounded number', async () => {
  await desk.get('/api/currentUser')
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = statementCount.value
    await work()
    return statementCount.value - before
  }
  const [few, many] = [await counted(() => list({ limit: '2' })), await counted(() => list({ limit: '100' }))]
  expect(many).toBe(few)
  expect(many).toBeLessThanOrEqual(2)
  expect(await counted(() => desk.get(`/api/sales/${ids[0]}`))).toBeLessThanOrEqual(3)
  const PatientId = await aPatient(desk)
  const [small, large] = [
    await counted(() => desk.post('/api/sales/', aSale({ PatientId }))),
    await counted(() =>
      desk.post(
        '/api/sales/',
        aSale({ PatientId, products: [3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009, 3010] }),
      ),
    ),
  ]
  expect(large).toBe(small)
  expect(large).toBeLessThanOrEqual(20)
  const sale = await booked(desk, { PatientId, receipts: [{ PaymentModeId: 40, Amount: 10 }] })
  const version = () => readRow(app, 'invoices', { InvoiceId: sale.InvoiceId }, 'row_version')
  const before = await version()
  expect(await counted(() => desk.put(`/api/sales/${sale.SaleId}`, { Remarks: 'fasting' }))).toBeLessThanOrEqual(20)
  // a save does not write fields that it does not change
  expect(await version()).toEqual(before)
})

test('a list permit with criteria opens no list: criteria are not checked row by row', async () => {
  const only = (criteria: string | null) => setPermits(app, 5, 'sales', ['list'], { Criteria: criteria })
  expect((await list({})).status).toBe(200)
  await only('StatusId < 97')
  expect((await list({})).status).toBe(403)
  await only(null)
  expect((await list({})).status).toBe(200)
})
