// A tube for an outside laboratory: its own user enters the result, or the sending lab does, together with the paper it
// received. The report names the performing lab.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { role } from '../../core/user.ts'
import { outsideLab, soldForTwoLabs } from '../../modules/testreports/chain.fixture.ts'
import { received } from '../../modules/shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, party } from '../../modules/shipments/shipments.fixture.ts'
import { approveAll, benchOf, enterAll, type Bench } from '../../modules/testresults/testresults.fixture.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { aPdf } from '../../server/testing/files.fixture.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import { readRow } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, journeyForTests, said, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
let bench: Bench
beforeAll(async () => {
  bench = await benchOf(here.app)
})
const sentOut = async (): Promise<{ sale: Read<'sales'>; shipment: Read<'shipments'> }> => {
  const sale = await soldForTwoLabs(bench.desk)
  const where = { SaleId: sale.SaleId, PerformingLabId: outsideLab }
  const tube = await readRow<{ Id: number }>(here.app, 'samples', where, 'sample_id as id')
  const shipment = await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [tube.Id] })
  return { sale, shipment }
}
const type = async (page: Page, value: string): Promise<void> => {
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  await page.getByLabel('Result of Anti-CCP', { exact: false }).fill(value)
  await page.keyboard.press('Alt+s')
}

test('the sending lab adds the paper of a lab without sign-in, types its value, and the report names that lab', async () => {
  const { sale } = await sentOut()
  const { page } = await here.visit('technologist', role.Technologist, party.central)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(page.getByText(/^Add the report of .* as a document$/))
  await page.keyboard.press('Alt+o')
  const documents = page.getByRole('dialog', { name: 'Documents' })
  await documents.getByLabel('Kind').selectOption('outside')
  await documents
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'reference.pdf', mimeType: 'application/pdf', buffer: aPdf() })
  await button(documents, 'Add').click()
  await shows(said(page, 'reference.pdf was saved'))
  await page.keyboard.press('Escape')
  await type(page, '12')
  await shows(said(page, /results? (is|are) saved/))
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  const signs = await here.visit('pathologist2', role.Pathologist, party.central)
  await signs.page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(signs.page, 'Release'))
  await signs.page.keyboard.press('Alt+l')
  await shows(said(signs.page, /released/))
  const { body: template } = await bench.desk.get('/api/getdata/41?Module=testreports')
  const printed = await bench.desk.post<{ location: string }>('/api/print/testreports/', {
    templateId: template[0]?.TemplateId,
    formId: sale.SaleId,
    device: 'screen',
  })
  const text = (await pdfPages((await bench.desk.get(printed.body.location)).bytes)).join(' ')
  const { Name } = await readRow<{ Name: string }>(here.app, 'clients', { ClientId: outsideLab }, 'name')
  expect(text.replace(/\s+/g, ' ')).toContain(Name)
  expect(text).toContain('End of report')
  expect(text).not.toContain('PARTIAL')
})

test('a user of the outside lab enters the result of the tube it received, and sees no other', async () => {
  // a lab with users of its own enters its results
  await here.app.db.transaction((tx) =>
    addUser(tx, { user: 'outsidetypes', name: 'Outside Person', role: role.Technologist, entity: outsideLab }),
  )
  const { sale, shipment } = await sentOut()
  await received(await here.person('outsidetypes', role.Technologist, outsideLab), shipment)
  const { page } = await here.visit('outsidetypes', role.Technologist, outsideLab)
  await page.goto('/summary/worksheets')
  await shows(button(page, 'Generate'))
  await page.keyboard.press('Alt+n')
  await shows(page.getByRole('grid', { name: 'Worksheets' }).locator('tbody tr'))
  await page.goto('/summary/testresults')
  await page.locator('tbody tr', { hasText: String(sale.AccessionNo) }).dblclick()
  await shows(page.locator('.results .result-row'))
  await type(page, '14')
  await shows(said(page, /results? (is|are) saved/))
  await settles(() => page.locator('.results .result-row').count(), 1)
  expect(await page.locator('.screen').innerText()).not.toContain('Sodium')
})
