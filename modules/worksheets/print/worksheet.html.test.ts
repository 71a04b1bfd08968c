// Proves the printable worksheet: each tube, escaped.
import { expect, test } from 'vitest'
import { WORKSHEET } from './worksheet.fixture.ts'
import { worksheetHtml } from './worksheet.html.server.ts'

test('a worksheet has each tube with its barcode and room for results', () => {
  const document = worksheetHtml(WORKSHEET)
  expect(document.match(/<svg/g)).toHaveLength(WORKSHEET.Items.length)
  for (const item of WORKSHEET.Items) expect(document).toContain(item.Barcode)
  expect(document.match(/>STAT</g)).toHaveLength(2)
  expect(document).toContain('W-000231')
})

test('markup in data is printed, not run', () => {
  const nasty = '<script>alert(1)</script>"\'<img src=x onerror=alert(1)>'
  const document = worksheetHtml({
    ...WORKSHEET,
    Department: nasty,
    Items: WORKSHEET.Items.slice(0, 1).map((item) => ({
      ...item,
      Patient: nasty,
      Tests: [{ Name: nasty, Elements: [nasty] }],
    })),
  })
  expect(document).not.toMatch(/<script|<img|<SCRIPT|<IMG/)
  expect(document.toLowerCase()).toContain('&lt;script&gt;')
})
