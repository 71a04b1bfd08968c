// What the browser prints: Devanagari names use the shipped font, and a paper of several pages has its heads and page
// numbers.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import { BILL } from '../../modules/sales/print/bill.fixture.ts'
import { billHtml } from '../../modules/sales/print/bill.html.server.ts'
import { withFonts } from '../../server/print/page.ts'
import { LABEL } from '../../modules/sales/print/label.fixture.ts'
import { labelHtml } from '../../modules/sales/print/label.html.server.ts'
import { WORKSHEET } from '../../modules/worksheets/print/worksheet.fixture.ts'
import { MANIFEST } from '../../modules/shipments/print/manifest.fixture.ts'
import { manifestHtml } from '../../modules/shipments/print/manifest.html.server.ts'
import { worksheetHtml } from '../../modules/worksheets/print/worksheet.html.server.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import type { Read } from '../../server/testing/answers.ts'
import { journeyForTests, settles, shows } from '../hands/journey.ts'

const name = 'प्रकाश माधव कुलकर्णी'
const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: name }) })
})

type Font = { familyName: string; isCustomFont: boolean }
/** The fonts that the browser really uses for an element. */
const fontsOf = async (page: Page, selector: string): Promise<Font[]> => {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  return (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts
}
/** Writes a paper into the page; a document of the server allows no other to be written. */
const write = async (page: Page, paper: string): Promise<void> => {
  await page.goto('about:blank')
  await page.setContent(paper)
  await page.evaluate(() => document.fonts.ready)
}
const isOurs = (fonts: readonly Font[]): boolean =>
  fonts.some((font) => font.familyName === 'Noto Sans Devanagari') && fonts.every((font) => font.isCustomFont)

/** Every paper of a sale that the browser prints. */
const papersOf = async (of: Read<'sales'>): Promise<string[]> => {
  const templates = (await desk.get('/api/getdata/41?Module=sales')).body
  const answers = await Promise.all(
    templates.map(({ TemplateId }) =>
      desk.post('/api/print/sales/', { templateId: TemplateId, formId: of.SaleId, device: 'screen' }),
    ),
  )
  return answers.map((answer) => answer.text).filter((text) => text.startsWith('<!doctype html>'))
}

test('bill and tube labels include the font of a Hindi name, and the browser draws the name with it', async () => {
  const { page } = await here.stranger()
  const papers = await papersOf(sale)
  expect(papers.length).toBeGreaterThan(1)
  for (const paper of papers) {
    expect(paper).toContain('@font-face{font-family:"Noto Sans Devanagari"')
    await write(page, paper)
    const place = paper.includes('class="label"') ? '.label .name' : '.who h2'
    expect(await page.locator(place).first().innerText()).toContain('कुलकर्णी')
    expect(await fontsOf(page, place)).toSatisfy(isOurs)
  }
})

test('a label without such letters does not include the font', async () => {
  const labels = (await papersOf(await accessioned(desk))).filter((paper) => paper.includes('class="label"'))
  expect(labels).toHaveLength(1)
  expect(labels[0]).not.toContain('@font-face{font-family:"Noto Sans Devanagari"')
})

test('a Hindi name in the list of sales and on its sale is drawn with the served font', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/sales?SaleId=${String(sale.SaleId)}`)
  await shows(page.getByText(name))
  const mark = () =>
    page
      .getByText(name)
      .first()
      .evaluate((place) => place.setAttribute('data-hindi', ''))
  await mark()
  await settles(async () => isOurs(await fontsOf(page, '[data-hindi]')), true)
  await page.goto('/summary/sales')
  await shows(page.getByText(name))
  await mark()
  await settles(async () => isOurs(await fontsOf(page, '[data-hindi]')), true)
})

test('the browser prints a long bill, a worksheet and a manifest with heads and page x of y on each page, and one label a page', async () => {
  const { page } = await here.stranger()
  const printed = async (paper: string) => {
    await write(page, paper)
    const pages = await pdfPages(await page.pdf({ preferCSSPageSize: true }))
    return pages.map((text) => text.replace(/\s+/g, ' '))
  }
  expect(await printed(withFonts(billHtml(BILL)))).toEqual([expect.stringContaining('Page 1 of 1')])
  const lines = Array.from({ length: 10 }, () => BILL.Lines).flat()
  const bill = await printed(withFonts(billHtml({ ...BILL, Lines: lines })))
  const worksheet = await printed(worksheetHtml(WORKSHEET))
  const tubes = Array.from({ length: 30 }, () => MANIFEST.Tubes).flat()
  const manifest = await printed(manifestHtml({ ...MANIFEST, Tubes: tubes }))
  for (const [pages, head] of [
    [bill.slice(0, -1), 'Test or service'],
    [worksheet, 'Tests and results'],
    [manifest.slice(0, -1), 'Packed Received'],
  ] as const) {
    expect(pages.length).toBeGreaterThan(1)
    for (const text of pages) expect(text).toContain(head)
  }
  for (const pages of [bill, worksheet, manifest])
    pages.forEach((text, i) => expect(text).toContain(`Page ${i + 1} of ${pages.length}`))
  const labels = await printed(labelHtml([LABEL, { ...LABEL, Barcode: 'NCL2611000871-02' }]))
  expect(labels.map((text) => /NCL\d+-\d\d/.exec(text.replaceAll(' ', ''))?.[0])).toEqual([
    'NCL2611000871-01',
    'NCL2611000871-02',
  ])
})
