// The counter of invoices while an invoice of several sales is issued: a bill at the counter does not wait for its sales.
import pg from 'pg'
import { expect, test } from 'vitest'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { invoicing } from './invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issue } = invoicing(app, admin)

test('a walk-in is billed while an invoice of the same seller still works on its sales; the numbers run on', async () => {
  const PatientId = await aPatient(admin)
  const [one, two] = [await sold(), await sold()]
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  try {
    // the update of the sales of the invoice waits for this lock, their reading before does not
    await other.query('begin')
    await other.query(`
      create function wait_at_sales() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(4711);
        return new;
      end $$`)
    await other.query(`
      create trigger sales_wait before update of invoice_id on sales
        for each row when (new.sale_id = ${String(one.SaleId)})
        execute function wait_at_sales()`)
    await other.query('commit')
    await other.query('select pg_advisory_lock(4711)')
    const issuing = issue([one, two])
    await expect
      .poll(
        async () =>
          (await other.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`))
            .rowCount,
        { timeout: 5000 },
      )
      .toBe(1)
    const bill = await booked(admin, { PatientId, products: [3001] })
    await other.query('select pg_advisory_unlock(4711)')
    const issued = await issuing
    expect(issued.status).toBe(201)
    const read = (await admin.get(`/api/invoices/${String(issued.body.InvoiceId)}`)).body
    const number = (no: unknown): number => Number(String(no).split('/').at(-1))
    expect(number(read.InvoiceNo)).toBe(number(bill.Invoice.InvoiceNo) + 1)
  } finally {
    await other.query('drop trigger if exists sales_wait on sales')
    await other.end()
  }
  await expectInvariants(app.db)
})
