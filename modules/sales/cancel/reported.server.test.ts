// Cancelling from approval on: by whom, why, and who pays the refund.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { readRow, setPermits } from '../../../server/testing/rows.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, mode, saleOf } from '../sales.fixture.ts'
import { cancel } from './cancel.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
afterEach(() => expectInvariants(app.db))

const reported = async (changes: Parameters<typeof accessioned>[1] = {}): Promise<Read<'sales'>> => {
  const sale = await accessioned(desk, { PatientId: patient, ...changes })
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        reports (sale_id, report_no, version, state, content, hash, created_by)
      select
        sale_id,
        accession_no,
        1,
        'FINAL',
        '{}',
        encode(sha256(convert_to('{}', 'utf8')), 'hex'),
        ${desk.userId}
      from
        sales
      where
        sale_id = ${sale.SaleId}
    `)
    await tx.run(sql`
      update sales
      set
        status_id = 99
      where
        sale_id = ${sale.SaleId}
    `)
    await tx.run(sql`
      update sale_products
      set
        status_id = 109
      where
        sale_id = ${sale.SaleId}
    `)
  })
  return saleOf(desk, sale.SaleId)
}

test('from approval on a pathologist or a manager cancels a sale, with a reason, and another user pays the refund', async () => {
  const sale = await reported({ receipts: [{ PaymentModeId: mode.cash, Amount: 350 }] })
  expect((await cancel(desk, sale)).status).toBe(403)
  expect(sale.Actions.cancel).toBe('Your role may not do this with this record')
  const pathologist = await signedIn(app, 'pathologist', 3, 2)
  const silent = await pathologist.put('/api/cancel/sales', { formId: sale.SaleId })
  expect([silent.status, silent.body.message]).toEqual([400, 'Please enter why the sale is cancelled'])
  const reason = 'Billed twice'
  expect((await manager.put('/api/cancel/sales', { formId: sale.SaleId, reason, Report: 'keep' })).status).toBe(200)
  const refund = (person: Person) => person.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: mode.cash })
  const own = await refund(manager)
  expect([own.status, own.body.message]).toEqual([
    422,
    'This sale was reported, so the refund must be made by someone other than the person who cancelled it',
  ])
  expect((await refund(desk)).status).toBe(200)
  const other = await reported({})
  expect((await pathologist.put('/api/cancel/sales', { formId: other.SaleId, reason, Report: 'keep' })).status).toBe(
    200,
  )
  const history = await readRow(app, 'audit', { ModuleId: 'sales', FormId: other.SaleId, Action: 'cancel' }, 'remarks')
  expect(history).toEqual({ Remarks: reason })
})

test('from approval on the desk cancels no sale, even with the permit', async () => {
  await setPermits(app, 5, 'sales', ['cancel'], { Criteria: null })
  const sale = await reported({})
  const later = await signedIn(app, 'labdesk', 5, 2)
  const answer = await cancel(later, sale)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'Its results are approved or reported: only a pathologist or a manager may cancel the sale',
  ])
})
