// Proves the printable HTML: complete, escaped, on its own.
import { expect, test } from 'vitest'
import { BILL, LABEL, WORKSHEET } from './bill.fixture.ts'
import { billHtml } from './bill.html.ts'
import { labelHtml } from './label.html.ts'
import { worksheetHtml } from './worksheet.html.ts'

test('the bill is one HTML document without script or outside file', () => {
  const document = billHtml(BILL)
  expect(document).toMatch(/^<!doctype html>/)
  expect(document).not.toMatch(/<script|<link|https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  for (const text of [
    'BILL OF SUPPLY',
    'KOT/26-27/000412',
    'NCL2611000871',
    'Complete Blood Count (CBC)',
    '1,824.50',
    'Rupees one thousand eight hundred',
    'exempt from GST',
    '999317',
    '632614570981',
    '₹ 274.50',
    '27AAAAA0000A1Z5',
    '<svg',
  ])
    expect(document).toContain(text)
})

test('markup in data is printed, not run', () => {
  const nasty = '<script>alert(1)</script>"\'<img src=x onerror=alert(1)>'
  const documents = [
    billHtml({
      ...BILL,
      Patient: { ...BILL.Patient, Name: nasty },
      Lines: [{ Name: nasty, Detail: nasty, Sac: null, Price: '1', Discount: null, Amount: '1' }],
      State: nasty,
      Letterhead: { ...BILL.Letterhead, Name: nasty, LogoImage: `x" onerror="alert(1)` },
    }),
    labelHtml([{ ...LABEL, FamilyName: nasty, Department: nasty, Tube: nasty }]),
    worksheetHtml({
      ...WORKSHEET,
      Department: nasty,
      Items: WORKSHEET.Items.slice(0, 1).map((item) => ({
        ...item,
        Patient: nasty,
        Tests: [{ Name: nasty, Elements: [nasty] }],
      })),
    }),
  ]
  for (const document of documents) {
    expect(document).not.toMatch(/<script|<img|<SCRIPT|<IMG/)
    expect(document.toLowerCase()).toContain('&lt;script&gt;')
  }
})

test('labels: one a page, the family name whole, the number printed with its hyphen', () => {
  const document = labelHtml([
    LABEL,
    { ...LABEL, FamilyName: 'Venkatanarasimharajuvaripeta', Barcode: 'NCL2611000871-02' },
  ])
  expect(document.match(/class="label"/g)).toHaveLength(2)
  expect(document).toContain('NCL2611000871-01')
  expect(document).toContain('NCL2611000871-02')
  expect(document).toContain('KULKARNI Prakash M<')
  // signs above and below a letter take no room: the given names stay where they fit
  expect(labelHtml([{ ...LABEL, FamilyName: 'कुलकर्णी', GivenNames: 'लक्ष्मीबाई ज्ञानेश्वर' }])).toContain(
    'कुलकर्णी लक्ष्मीबाई ज्ञानेश्वर<',
  )
  expect(document).toMatch(/\.name\{[^}]*overflow:clip visible/)
  expect(document).toContain('VENKATANARASIMHARAJUVARIPETA<')
  expect(document).toContain('left:6.875mm')
  expect(document).toContain('width="36.25mm"')
  expect(() => labelHtml([{ ...LABEL, Barcode: 'ABCDEFGHIJ2611000871-01' }])).toThrow('too long')
})

test('a worksheet has each tube with its barcode and room for results', () => {
  const document = worksheetHtml(WORKSHEET)
  expect(document.match(/<svg/g)).toHaveLength(WORKSHEET.Items.length)
  for (const item of WORKSHEET.Items) expect(document).toContain(item.Barcode)
  expect(document.match(/>STAT</g)).toHaveLength(2)
  expect(document).toContain('W-000231')
})
