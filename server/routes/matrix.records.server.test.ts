// The authorization matrix by record: everybody asks every module's routes for their own, a sibling's and a stranger's
// records; what they are answered is written here by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessioned, aPatient, mode, product } from '../../modules/sales/sales.fixture.ts'
import { approveAll, enterAll, releaseAll, rowsOf } from '../../modules/testresults/testresults.fixture.ts'
import { sql } from '../db/db.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { people, tables, type Routes, type Table, type Who } from '../testing/matrix.table.ts'
import { signedIn, type Json, type Person } from '../testing/signed-in.ts'
import { addStrangers } from '../testing/strangers.ts'

let app: TestApp
/**
 * Records by name; names end in where they belong: 12 and 11 are centres of lab 2, 3 is the other lab, R the strangers'
 * network.
 */
const key: Record<string, number> = {}

const who = async (name: Who): Promise<Person> => {
  const [user, role, entity] = people[name]
  return signedIn(app, user, role, entity === 0 ? (key[name === 'patient' ? 'Patient' : 'EntityR'] ?? 0) : entity)
}

beforeAll(async () => {
  app = await testApp()
  const [desk, front, second, manager] = [
    await who('desk at 2'),
    await who('desk at 12'),
    await who('desk at 11'),
    await who('manager at 2'),
  ]
  const [at3, bench, bench3] = [await who('desk at 3'), await who('technologist at 2'), await who('technologist at 3')]
  const sellers = await app.db.read.one<{ id: number }>(sql`
    select
      user_id as id
    from
      users
    where
      user_name = 'salesmanager'
  `)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update clients
      set
        sales_manager_id = null
      where
        client_type_id = 11
    `)
    await tx.run(sql`
      update clients
      set
        sales_manager_id = ${sellers.id}
      where
        client_id = 101
    `)
  })
  const PatientId = (key['Patient'] = await aPatient(desk))
  await app.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into
        users (user_name, full_name, employer_id, default_entity_id, password_hash)
      select
        'ramesh',
        'Ramesh Joshi',
        1,
        ${PatientId},
        password_hash
      from
        users
      where
        user_name = 'doctor'
      returning
        user_id as id
    `)
    await tx.run(sql`
      insert into
        user_roles (user_id, role_id)
      values
        (${id}, 15)
    `)
    await tx.run(sql`
      insert into
        user_entities (user_id, client_id)
      values
        (${id}, ${PatientId})
    `)
  })
  const products = [product.haemoglobin]
  const receipts = [{ PaymentModeId: mode.cash, Amount: 10 }]
  const other = { PatientId: await aPatient(desk), ReferringDoctorId: 102, products }
  const sales = {
    12: await accessioned(manager, {
      PatientId,
      SellerId: 12,
      ReferringDoctorId: 101,
      ReferrerId: 141,
      products,
      receipts,
    }),
    11: await accessioned(second, { ...other, SellerId: 11 }),
    21: await accessioned(desk, { PatientId, ReferringDoctorId: 101, BuyerId: 21, products }),
    3: await accessioned(at3, { ...other, SellerId: 3, receipts }),
  }
  expect((await front.get(`/api/sales/${sales[12]['SaleId']}`)).status).toBe(200)
  for (const [place, sale] of Object.entries(sales)) {
    key[`Sale${place}`] = sale['SaleId'] as number
    key[`Tube${place}`] = sale['Samples'][0].SampleId as number
    const receipt = (sale['Invoice']?.Transactions as Json[] | undefined)?.[0]
    if (receipt) key[`Receipt${place}`] = receipt['TransactionId'] as number
    const leg = await app.db.read.maybe<{ id: number }>(sql`
      select
        sale_id as id
      from
        sales
      where
        base_sale_id = ${sale['SaleId']}
    `)
    if (leg) key[`Leg${place}`] = leg.id
  }
  for (const [person, lab] of [
    [bench, 2],
    [bench3, 3],
  ] as const) {
    expect((await person.post('/api/generate/worksheets')).status).toBe(200)
    key[`Sheet${lab}`] = (
      await app.db.read.one<{ id: number }>(sql`
        select
          work_sheet_id as id
        from
          worksheets
        where
          lab_id = ${lab}
        limit
          1
      `)
    ).id
    const sale = key[lab === 2 ? 'Sale21' : 'Sale3']
    await enterAll(person, sale)
    const signing = await signedIn(app, 'pathologist', 3, lab)
    await approveAll(signing, sale)
    expect((await releaseAll(signing, sale, 'all paid later')).status).toBe(200)
  }
  await addStrangers(app, key)
  const first = async (text: ReturnType<typeof sql>): Promise<number> =>
    (await app.db.read.one<{ id: number }>(text)).id
  for (const lab of [2, 3]) {
    key[`Analyser${lab}`] = await first(sql`
      select
        min(lab_instrument_id) as id
      from
        lab_instruments
      where
        lab_id = ${lab}
    `)
    key[`Prices${lab}`] = await first(sql`
      select
        min(price_list_id) as id
      from
        price_lists
      where
        seller_id = ${lab}
    `)
  }
  for (const [name, user] of [
    ['User2', 'labdesk'],
    ['User12', 'frontdesk'],
    ['User3', 'nashik'],
  ] as const)
    key[name] = await first(sql`
      select
        user_id as id
      from
        users
      where
        user_name = ${user}
    `)
  Object.assign(key, {
    Doctor: 101,
    Doctor102: 102,
    Lab2: 2,
    Lab3: 3,
    Centre12: 12,
    Centre11: 11,
    Institution21: 21,
    Institution22: 22,
  })
}, 120_000)
afterAll(() => app.close())

/** A route of a module asked for one record, and what it answers where the record is there and the permit held. */
type Asked = {
  route: string
  permit: Routes
  ask: (person: Person, id: number) => Promise<{ status: number }>
  there: readonly number[]
}
// every change is sent with a version that nothing has, so that whoever may make it is answered 409 and nothing moves
const stale = { RowVersion: 0 }
const items = async (saleId: number): Promise<number[]> =>
  (
    await app.db.read.rows<{ id: number }>(sql`
      select
        work_item_id as id
      from
        work_items
      where
        sale_id = ${saleId}
    `)
  ).map((row) => row.id)

const asked = (module: string): Asked[] => {
  const { permits } = tables[module] as Table
  const act = (path: string, permit: Routes): Asked => ({
    route: path,
    permit,
    ask: (person, id) => person.put(`/api/${path}`, { formId: id, ...stale }),
    there: [409],
  })
  const all: Asked[] = [
    ...(module === 'testresults'
      ? [
          {
            route: 'read',
            permit: 'read' as const,
            ask: (person: Person, id: number) => person.get(`/api/testresults?SaleId=${id}`),
            there: [200],
          },
        ]
      : [
          {
            route: 'read',
            permit: 'read' as const,
            ask: (person: Person, id: number) => person.get(`/api/${module}/${id}`),
            there: [200],
          },
          {
            route: 'history',
            permit: 'read' as const,
            ask: (person: Person, id: number) => person.get(`/api/actions?ModuleId=${module}&FormId=${id}`),
            there: [200],
          },
        ]),
    {
      route: 'print',
      permit: 'print',
      ask: async (person, formId) => {
        const template = await app.db.read.one<{ id: number }>(sql`
          select
            min(template_id) as id
          from
            print_templates
          where
            module_id = ${module}
        `)
        return person.post(`/api/print/${module}/`, { templateId: template.id, formId, device: 'screen' })
      },
      there: [200],
    },
  ]
  if (module === 'sales')
    all.push(
      act('accession/sales', 'reaccession'),
      act('unlock/sales', 'unlock'),
      act('cancel/sales', 'cancel'),
      act('refund/sales', 'cancel'),
      {
        ...act('cancel/saleProduct', 'cancel'),
        ask: async (person, id) => {
          const line = await app.db.read.maybe<{ id: number }>(sql`
            select
              min(sale_product_id) as id
            from
              sale_products
            where
              sale_id = ${id}
          `)
          return person.put('/api/cancel/saleProduct', { SaleProductId: line?.id ?? 999_999, ...stale })
        },
      },
    )
  if (['sales', 'clients', 'transactions', 'worksheets', 'users', 'labinstruments', 'pricelists'].includes(module))
    all.push({
      route: 'save',
      permit: 'update',
      ask: (person, id) => person.put(`/api/${module}/${id}`, stale),
      there: [409],
    })
  if (['sales', 'clients', 'transactions', 'worksheets', 'samples'].includes(module))
    all.push({
      route: 'lock',
      permit: 'update',
      ask: async (person, FormId) => {
        const answer = await person.post('/api/locks/', { ModuleId: module, FormId })
        await person.call('DELETE', '/api/locks/')
        return answer
      },
      there: [200],
    })
  if (module === 'samples')
    // what is collected already is not collected again
    all.push({
      route: 'collect',
      permit: 'update',
      ask: (person, id) => person.put('/api/collect/samples', { SampleIds: [id] }),
      there: [422],
    })
  if (module === 'testresults')
    for (const permit of ['review', 'approve', 'release'] as const)
      // what is released already is neither reviewed, approved nor released
      all.push({
        route: permit,
        permit,
        ask: async (person, id) => person.put(`/api/${permit}/testresults`, { WorkItemIds: await items(id) }),
        there: [422],
      })
  return all.filter(({ permit }) => permits[permit] !== undefined)
}

describe.each(Object.keys(tables))('%s', (module) => {
  const { records, permits, sees, except } = tables[module] as Table
  test.each(Object.keys(people) as Who[])('%s is answered for each record as the table says', async (name) => {
    const person = await who(name)
    const [, role, entity] = people[name]
    const seen = (sees[name] ?? '').split(' ')
    let count = 0
    for (const { route, permit, ask, there } of asked(module))
      for (const record of records.split(' ')) {
        // a session may send a hundred requests at once
        if ((count += 1) % 40 === 0 && entity !== 0) await person.choose(role, entity)
        // everybody reads themselves
        if (module === 'users' && key[record] === person.userId) continue
        const { status } = await ask(person, key[record] ?? 0)
        const may = except?.[permit]?.[role]?.split(' ').includes(record) ? [403] : there
        const wanted = !permits[permit]?.includes(role) ? [403] : seen.includes(record) ? may : [404]
        expect([route, record, status]).toEqual([route, record, wanted.includes(status) ? status : wanted[0]])
      }
    expect(count).toBeGreaterThan(0)
  })
})

test('lists hold what the table says, and nothing else', async () => {
  const lists = {
    sales: [1001, 'SaleId'],
    samples: [1002, 'SampleId'],
    testreports: [1005, 'SaleId'],
    clients: [1009, 'ClientId'],
  } as const
  for (const [module, [statement, id]] of Object.entries(lists))
    for (const name of Object.keys(people) as Who[]) {
      const { records, permits, sees } = tables[module] as Table
      const person = await who(name)
      const answer = await person.get<Json[]>(
        `/api/getdata/${statement}?limit=100&sort=${module === 'clients' ? '-' : ''}${id}`,
      )
      if (!permits.read?.includes(people[name][1])) {
        expect([module, name, answer.status]).toEqual([module, name, 403])
        continue
      }
      const rows = new Set(answer.body.map((row) => row[id] as number))
      for (const record of records.split(' '))
        if (!(sees[name] ?? '').split(' ').includes(record))
          expect([module, name, record, rows.has(key[record] ?? 0)]).toEqual([module, name, record, false])
      if (module !== 'clients')
        expect([module, name, rows.size]).toEqual([module, name, (sees[name] ?? '').split(' ').filter(Boolean).length])
    }
}, 120_000)

test('rows of results are there for those of the lab only', async () => {
  expect(await rowsOf(await who('technologist at 2'), key['Sale21'])).not.toEqual([])
})
