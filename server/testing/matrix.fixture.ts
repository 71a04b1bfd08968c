// The records of the authorization matrix: sales, tubes, receipts, worksheets and more, at labs, centres and in a
// strangers' network.
import { expect } from 'vitest'
import { entityType, role } from '../../core/user.ts'
import { imported } from '../../modules/banklines/banklines.fixture.ts'
import { aBill, entered } from '../../modules/purchasebills/purchasebills.fixture.ts'
import { aBankAccount } from '../../modules/bankaccounts/bankaccounts.fixture.ts'
import { anOwnAccount } from '../../modules/ledgeraccounts/ledgeraccounts.fixture.ts'
import { owing, settled } from '../../modules/setoffs/setoffs.fixture.ts'
import { accessioned, aPatient, mode, product } from '../../modules/sales/sales.fixture.ts'
import { courier, packed, party } from '../../modules/shipments/shipments.fixture.ts'
import { approveAll, enterAll, releaseAll } from '../../modules/testresults/testresults.fixture.ts'
import { sql } from '../db/db.ts'
import { addUser } from './add-user.ts'
import type { TestApp } from './app.ts'
import type { Who } from './matrix.people.ts'
import { readRow, setRows, valueOf } from './rows.ts'
import { signedIn, type Person } from './signed-in.ts'
import { addStrangers } from './strangers.ts'

const haemoglobin = 1001

/** Creates them and writes their ids into `key` at once, since `who` reads patients from it. */
export const addRecords = async (
  app: TestApp,
  key: Record<string, number>,
  who: (name: Who) => Promise<Person>,
): Promise<void> => {
  const [desk, front, second, manager] = [
    await who('desk at 2'),
    await who('desk at 12'),
    await who('desk at 11'),
    await who('manager at 2'),
  ]
  const [at3, bench, bench3] = [await who('desk at 3'), await who('technologist at 2'), await who('technologist at 3')]
  await setRows(app, 'clients', { ClientTypeId: entityType.Doctor }, { SalesManagerId: null })
  const sellers = await valueOf<number>(app, 'users', { UserName: 'salesmanager' }, 'user_id')
  await setRows(app, 'clients', { ClientId: 101 }, { SalesManagerId: sellers })
  const PatientId = await aPatient(desk)
  Object.assign(key, { Patient: PatientId })
  await app.db.transaction((tx) =>
    addUser(tx, { user: 'ramesh', name: 'Ramesh Joshi', role: role.Patient, entity: PatientId }),
  )
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
  expect((await front.get(`/api/sales/${sales[12].SaleId}`)).status).toBe(200)
  for (const [place, sale] of Object.entries(sales)) {
    key[`Sale${place}`] = sale.SaleId
    key[`Tube${place}`] = sale.Samples[0]?.SampleId
    const receipt = sale.Invoice?.Transactions?.[0]
    if (receipt) key[`Receipt${place}`] = receipt.TransactionId
    if (sale.InvoiceId !== null) key[`Invoice${place}`] = sale.InvoiceId
    const leg = await app.db.read.maybe<{ Id: number }>(sql`
      select
        sale_id as id
      from
        sales
      where
        base_sale_id = ${sale.SaleId}
    `)
    if (leg) key[`Leg${place}`] = leg.Id
  }
  for (const [person, lab] of [
    [bench, 2],
    [bench3, 3],
  ] as const) {
    expect((await person.post('/api/generate/worksheets')).status).toBe(200)
    key[`Sheet${lab}`] = (await readRow<{ Id: number }>(app, 'worksheets', { LabId: lab }, 'work_sheet_id as id')).Id
    const sale = key[lab === 2 ? 'Sale21' : 'Sale3']
    await enterAll(person, sale)
    const signing = await signedIn(app, 'pathologist', 3, lab)
    await approveAll(signing, sale)
    expect((await releaseAll(signing, sale, 'all paid later')).status).toBe(200)
    const rule = { Name: 'Haemoglobin', LabId: lab, ElementId: haemoglobin }
    key[`Rule${lab}`] = (await signing.post('/api/verificationrules/', rule)).body.VerificationRuleId
  }
  for (const [person, from, CourierId] of [
    [front, 12, courier.deccan],
    [second, 11, courier.puneCity],
  ] as const) {
    const shipment = await packed(person, { from, to: party.central, samples: [key[`Tube${from}`]], CourierId })
    key[`Ship${from}`] = shipment.ShipmentId
  }
  Object.assign(key, await addStrangers(app))
  const first = async (text: ReturnType<typeof sql>): Promise<number> =>
    (await app.db.read.one<{ Id: number }>(text)).Id
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
  const admin = await signedIn(app, 'admin', 1, 1)
  await owing(admin, 12, 2, 1)
  await owing(admin, 2, 12, 1)
  const SetOff12 = await settled(admin, 2, 12)
  for (const lab of [2, 3]) {
    const scheme = { EffectiveFromDate: '2026-04-01', SellerId: lab, ReferrerId: 141 }
    key[`Scheme${lab}`] = (await admin.post('/api/referralschemes/', scheme)).body.ReferralSchemeId
  }
  const Referral12 = await first(sql`
    select
      min(referral_id) as id
    from
      referrals
    where
      seller_id = 12
  `)
  const seller = await signedIn(app, 'salesmanager', role.SalesManager, 2)
  const target = { StartDate: '2026-04-01', EndDate: '2026-06-30', SalesManagerId: seller.userId }
  const Target = (await manager.post('/api/targets/', target)).body.TargetId
  const Visit = (await seller.post('/api/clientvisits/', { ClientId: 101 })).body.ClientVisitId
  for (const [name, owner] of [
    ['BatchM', manager],
    ['Batch3', at3],
  ] as const)
    key[name] = await first(sql`
      select
        batch_id as id
      from
        tran_batches
      where
        owner_id = ${owner.userId}
    `)
  const Own1 = await anOwnAccount(manager)
  for (const OwnerId of [2, 3]) {
    const account = await aBankAccount(admin, { OwnerId })
    key[`Bank${OwnerId}`] = account
    key[`Line${OwnerId}`] = (await imported(admin, account, [['UPI', 'R1', 10]]))[0] ?? 0
    const charged = [{ Description: 'Courier', Amount: 5 }]
    key[`Bill${OwnerId}`] = await entered(admin, aBill(charged, { BuyerId: OwnerId, Reason: 'As agreed' }))
    const paid = { GiverId: 21, ReceiverId: OwnerId, Amount: 9, TdsAmount: 1, PaymentModeId: mode.cash }
    const receipt = await admin.post('/api/transactions/', { ...paid, Date: new Date().toISOString() })
    const { TransactionId } = receipt.body
    key[`Tax${OwnerId}`] = await first(sql`
      select
        tds_deduction_id as id
      from
        tds_deductions
        join transactions using (transaction_id)
      where
        tds_of_id = ${TransactionId}
    `)
  }
  for (const [person, place] of [
    [desk, 2],
    [front, 12],
  ] as const) {
    const widget = { Target: 'T1', Label: 'Mine', StatementId: 2108 }
    key[`Widget${place}`] = (await person.post('/api/userwidgets/', widget)).body.UserWidgetId
  }
  for (const [name, user, place] of [
    ['Asked12', 'frontdesk', 12],
    ['Asked3', 'nashik', 3],
  ] as const)
    key[name] = (
      await app.db.transaction((tx) =>
        tx.one<{ Id: number }>(sql`
          insert into
            requests (module_id, path, body, what, why, reason, kinds, role_ids, asked_by_id, asked_as_role_id, entity_id)
          select
            'sales',
            'sales',
            '{}',
            'New sale',
            'As tried',
            'As tried',
            '{credit}',
            '{1,2}',
            user_id,
            ${role.FrontDesk},
            ${place}
          from
            users
          where
            user_name = ${user}
          returning
            request_id as id
        `),
      )
    ).Id
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
    ...{ SetOff12, Referral12, Target, Visit, Own1 },
    Element: haemoglobin,
    Doctor: 101,
    Doctor102: 102,
    Lab2: 2,
    Lab3: 3,
    Centre12: 12,
    Centre11: 11,
    Institution21: 21,
    Institution22: 22,
  })
}
