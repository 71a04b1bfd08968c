// The authorization matrix by record: everybody asks every module's routes for their own, a sibling's and a stranger's
// records; what they are answered is written here by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workItemReason } from '../../modules/lists/items.model.ts'
import { rowsOf } from '../../modules/testresults/testresults.fixture.ts'
import { sql } from '../db/db.ts'
import { serverModules } from '../modules.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { kept, removed } from '../testing/files.fixture.ts'
import { addRecords } from '../testing/matrix.fixture.ts'
import { people, tables, type Routes, type Table, type Who } from '../testing/matrix.table.ts'
import { signedIn, type Json, type Person } from '../testing/signed-in.ts'
import { readRow, readRows } from '../testing/rows.ts'

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
  await addRecords(app, key, who)
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
  (await readRows<{ id: number }>(app, 'work_items', { sale_id: saleId }, 'work_item_id as id')).map((row) => row.id)

/** A file of the record, made where there is none. */
const fileOf = async (module: string, id: number): Promise<number> =>
  (
    await app.db.transaction((tx) =>
      tx.one<{ id: number }>(sql`
        with
          made as (
            insert into
              kept_files (module_id, form_id, kind, name, media_type, size, sha256, content, user_id)
            select
              ${module},
              ${id},
              'other',
              'x.pdf',
              'application/pdf',
              1,
              '',
              'x',
              min(user_id)
            from
              users
            where
              not exists (
                select
                  1
                from
                  kept_files
                where
                  module_id = ${module}
                  and form_id = ${id}
              )
            having
              count(*) > 0
            returning
              kept_file_id
          )
        select
          kept_file_id as id
        from
          made
        union all
        select
          kept_file_id
        from
          kept_files
        where
          module_id = ${module}
          and form_id = ${id}
        limit
          1
      `),
    )
  ).id

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
        const template = await readRow<{ id: number }>(
          app,
          'print_templates',
          { module_id: module },
          'min(template_id) as id',
        )
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
  if (serverModules.some(({ model }) => model.id === module && model.files))
    all.push(
      {
        route: 'files',
        permit: 'files',
        ask: (person, id) => person.get(`/api/${module}/${id}/files`),
        there: [200],
      },
      {
        route: 'file',
        permit: 'files',
        ask: async (person, id) => person.get(`/api/${module}/${id}/files/${await fileOf(module, id)}`),
        there: [200],
      },
      {
        route: 'add file',
        permit: 'update',
        // what is sent is no file that is taken; who sees the record may still not be who keeps it
        ask: (person, id) => kept(person, `${module}/${id}`, Buffer.from('text')),
        there: [400, 422],
      },
      {
        route: 'remove file',
        permit: 'update',
        // it is somebody else's, so that a manager alone may remove it: and then there is another
        ask: async (person, id) => removed(person, `${module}/${id}`, await fileOf(module, id)),
        there: [200, 422],
      },
    )
  if (
    ['sales', 'clients', 'transactions', 'shipments', 'worksheets', 'users', 'labinstruments', 'pricelists'].includes(
      module,
    )
  )
    all.push({
      route: 'save',
      permit: 'update',
      ask: (person, id) => person.put(`/api/${module}/${id}`, stale),
      there: [409],
    })
  if (['sales', 'clients', 'transactions', 'shipments', 'shipmentreceipt', 'worksheets', 'samples'].includes(module))
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
  if (module === 'shipments')
    all.push(
      act('cancel/shipments', 'cancel'),
      ...['dispatchshipment', 'undispatch/shipments'].map((path): Asked => ({
        ...act(path, 'update'),
        ask: (person, id) => person.put(`/api/${path}/${id}`, stale),
      })),
    )
  if (module === 'shipmentreceipt')
    all.push({
      ...act('shipmentreceipt', 'receive'),
      ask: (person, id) => person.put(`/api/shipmentreceipt/${id}`, stale),
    })
  if (module === 'samples')
    // what is collected already is not collected again
    all.push({
      route: 'collect',
      permit: 'update',
      ask: (person, id) => person.put('/api/collect/samples', { SampleIds: [id] }),
      there: [422],
    })
  if (module === 'samples')
    for (const path of ['reject/samples', 'patientcalls/samples'])
      all.push({
        ...act(path, 'update'),
        ask: (person, formId) =>
          person.put(`/api/${path}`, {
            formId,
            ReasonId: workItemReason.QuantityNotSufficient,
            Outcome: 'reached',
            ...stale,
          }),
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
    shipments: [1023, 'ShipmentId'],
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
