// Every route of a module for one record of the authorization matrix, with the answer to a user who is allowed.
import { paymentMode, workItemReason } from '../../modules/lists/items.model.ts'
import { sql } from '../db/db.ts'
import { serverModules } from '../modules.ts'
import type { TestApp } from './app.ts'
import { kept, removed } from './files.fixture.ts'
import { actsOf, stale } from './matrix.acts.ts'
import type { Asked, Routes, Table } from './matrix.people.ts'
import { tables } from './matrix.table.ts'
import { readRow } from './rows.ts'
import type { Person } from './signed-in.ts'

/** A file of the record, added if there is none. */
const fileOf = async (app: TestApp, module: string, id: number): Promise<number> =>
  (
    await app.db.transaction((tx) =>
      tx.one<{ Id: number }>(sql`
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
  ).Id

/** Acts on a batch, by their path, with what they need. */
const batchActs: Readonly<Record<string, object>> = {
  closebatch: {},
  confirmbatch: {},
  refusebatch: { reason: 'as tried' },
  transferbatch: {},
  depositbatch: { BankAccountId: 1, Amount: 1, SlipNo: '1', Day: '2026-04-01' },
  payoutbatch: { Amount: 1, CategoryId: 190, Remarks: 'as tried' },
  floatbatch: { TakerId: 1, Amount: 1 },
  acceptfloat: { FloatOfferId: 1, Amount: 1 },
  endfloat: { FloatOfferId: 1, reason: 'as tried' },
  cancelout: { BatchOutId: 1, reason: 'as tried' },
}
const actsOnBatches = Object.entries(batchActs).map(([route, body]): Asked => ({
  route,
  permit: 'read',
  ask: (person, id) => person.put(`/api/${route}/${id}`, { ...body, ...stale }),
  there: [409],
}))

/** The routes of a module, by its name. */
export const askedOf =
  (app: () => TestApp) =>
  (module: string): Asked[] => {
    const permits: Table['permits'] = tables[module]?.permits ?? {}
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
          const template = await readRow<{ Id: number }>(
            app(),
            'print_templates',
            { ModuleId: module },
            'min(template_id) as id',
          )
          return person.post(`/api/print/${module}/`, { templateId: template.Id, formId, device: 'screen' })
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
            const line = await app().db.read.maybe<{ Id: number }>(sql`
              select
                min(sale_product_id) as id
              from
                sale_products
              where
                sale_id = ${id}
            `)
            return person.put('/api/cancel/saleProduct', { SaleProductId: line?.Id ?? 999_999, ...stale })
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
          ask: async (person, id) => person.get(`/api/${module}/${id}/files/${await fileOf(app(), module, id)}`),
          there: [200],
        },
        {
          route: 'add file',
          permit: 'update',
          // the bytes are not an accepted file; a reader of the record may still not be allowed to add files
          ask: (person, id) => kept(person, `${module}/${id}`, Buffer.from('text')),
          there: [400, 422],
        },
        {
          route: 'remove file',
          permit: 'update',
          // it is another user's, so that only a manager may remove it; then a new one is added
          ask: async (person, id) => removed(person, `${module}/${id}`, await fileOf(app(), module, id)),
          there: [200, 422],
        },
      )
    if (
      [
        'sales',
        'clients',
        'transactions',
        'shipments',
        'worksheets',
        'verificationrules',
        'users',
        'labinstruments',
        'pricelists',
        'referralschemes',
        'userwidgets',
        'invoices',
        'ledgeraccounts',
        'bankaccounts',
        'purchasebills',
        'setoffs',
        'referrals',
        'targets',
        'clientvisits',
      ].includes(module)
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
    if (module === 'verificationrules')
      all.push(
        act('dryrun/verificationrules', 'update'),
        act('switchon/verificationrules', 'approve'),
        act('switchoff/verificationrules', 'approve'),
      )
    if (module === 'shipments') all.push(act('cancel/shipments', 'cancel'))
    if (module === 'referrals')
      all.push(
        ...['snooze', 'reevaluate/referrals', 'pay/referrals', 'cancelpayment/referrals'].map((path): Asked => ({
          ...act(path, 'update'),
          ask: (person, id) =>
            person.put(`/api/${path}/${id}`, {
              ...(path === 'reevaluate/referrals' && { FromDate: '2026-04-01', ToDate: '2026-04-30' }),
              ...(path === 'pay/referrals' && { PaymentModeId: paymentMode.Cash }),
              ...(path === 'cancelpayment/referrals' && { reason: 'Not paid' }),
              ...stale,
            }),
        })),
      )
    if (module === 'invoices')
      all.push(act('cancel/invoices', 'cancel'), act('creditnote/invoices', 'update'), {
        ...act('sendstatement/invoices', 'print'),
        ask: (person, formId) =>
          person.put('/api/sendstatement/invoices', { formId, From: '2026-04-01', To: '2026-04-30', ...stale }),
      })
    if (module === 'tranbatches') all.push(...actsOnBatches)
    if (module === 'shipmentreceipt')
      all.push(
        {
          ...act('shipmentreceipt', 'receive'),
          ask: (person, id) => person.put(`/api/shipmentreceipt/${id}`, stale),
        },
        {
          ...act('tubetoomany/shipmentreceipt', 'receive'),
          ask: (person, id) => person.put(`/api/tubetoomany/shipmentreceipt/${id}`, { Barcode: 'X-01', ...stale }),
        },
      )
    if (module === 'samples')
      // a collected tube cannot be collected again
      all.push({
        route: 'collect/samples',
        permit: 'update',
        ask: (person, id) => person.put('/api/collect/samples', { SampleIds: [id] }),
        there: [422],
      })
    if (module === 'samples')
      for (const path of ['reject/samples', 'patientcalls/samples', 'correctplace/samples'])
        all.push({
          ...act(path, 'update'),
          ask: (person, formId) =>
            person.put(`/api/${path}`, {
              formId,
              ReasonId: workItemReason.QuantityNotSufficient,
              Outcome: 'reached',
              Place: 'home',
              reason: 'as tried',
              ...stale,
            }),
        })
    all.push(...actsOf(app, module))
    return all.filter(({ permit }) => permits[permit] !== undefined)
  }
