// Finding reports in a real browser: each filter of their list by itself.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { accessioned, aPatient, mode, product } from '../../modules/sales/sales.fixture.ts'
import { benchOf, approveAll, enterAll, releaseAll } from '../../modules/testresults/testresults.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { setRows } from '../../server/testing/rows.ts'
import { button, journeyForTests, settles, shows } from '../hands/journey.ts'
import { criteriaOf, open, rows } from '../hands/sales-list.ts'

const { here } = journeyForTests()
const sales: Read<'sales'>[] = []
beforeAll(async () => {
  const bench = await benchOf(here.app)
  for (const [Name, ReferringDoctorId, LRN] of [
    ['Meena Reported', 101, '881001'],
    ['Dilip Reported', 102, '772002'],
  ] as const) {
    const sale = await accessioned(bench.desk, {
      PatientId: await aPatient(bench.desk, { Name }),
      ReferringDoctorId,
      LRN,
      products: [product.electrolytes],
      receipts: [{ PaymentModeId: mode.cash, Amount: 450 }],
    })
    await enterAll(bench.technologist, sale.SaleId)
    await approveAll(bench.pathologist, sale.SaleId)
    await releaseAll(bench.pathologist, sale.SaleId)
    sales.push(sale)
  }
  // the second one is of three days ago
  await setRows(here.app, 'sales', { sale_id: sales[1]?.SaleId }, { sale_date: sql`sale_date - interval '3 days'` })
})

test('FND-137 the list of reports is narrowed by dates, patient, doctor, LRN and accession number', async () => {
  const doctors = await here.app.db.read.rows<{ name: string }>(sql`
    select
      name
    from
      clients
    where
      client_id in (101, 102)
    order by
      client_id
  `)
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page, 'testreports')
  const filter = page.getByRole('search', { name: 'Filter' })
  const today = dayOf(new Date())
  const patients = async () => {
    const at = (await page.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.trim() === 'Patient')
    return (
      await rows(page)
        .locator(`td:nth-child(${at + 1})`)
        .allInnerTexts()
    )
      .map((text) => text.trim())
      .sort()
  }
  const search = async (act: () => Promise<unknown>) =>
    criteriaOf(
      (
        await Promise.all([
          page.waitForRequest((request) => new URL(request.url()).pathname === '/api/getdata/1005'),
          act(),
        ])
      )[0].url(),
    )
  for (const [label, name, text, wanted] of [
    ['From Date', 'FromDate', formatDate(today), 'Meena Reported'],
    ['To Date', 'ToDate', formatDate(addDays(today, -2)), 'Dilip Reported'],
    ['Patient', 'Patient', 'ilip rep', 'Dilip Reported'],
    ['Doctor', 'Doctor', doctors[0]?.name.slice(3) ?? '', 'Meena Reported'],
    ['LRN', 'LRN', '772002', 'Dilip Reported'],
    ['Accession No', 'AccessionNo', String(sales[0]?.AccessionNo), 'Meena Reported'],
  ] as const) {
    await search(() => button(page, 'All Data').click())
    await settles(patients, ['Dilip Reported', 'Meena Reported'])
    await filter.getByRole('textbox', { name: label, exact: true }).fill(text)
    const criteria = await search(() => page.keyboard.press('Enter'))
    expect([label, Object.keys(criteria)]).toEqual([label, [name]])
    expect(String(criteria[name])).toBe(
      name === 'FromDate'
        ? new Date(`${today}T00:00:00+05:30`).toISOString()
        : name === 'ToDate'
          ? new Date(`${addDays(today, -2)}T23:59:59.999+05:30`).toISOString()
          : text,
    )
    await settles(async () => [label, await patients()], [label, [wanted]])
  }
  await shows(rows(page))
})
