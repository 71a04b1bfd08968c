// Proves the printable labels: one a page, readable by a scanner, escaped.
import { expect, test } from 'vitest'
import { LABEL } from './label.fixture.ts'
import { labelHtml } from './label.html.server.ts'

test('labels: one a page, the family name whole, the number printed with its hyphen', () => {
  const document = labelHtml([
    LABEL,
    { ...LABEL, FamilyName: 'Venkatanarasimharajuvaripeta', Barcode: 'NCL2611000871-02' },
  ])
  expect(document.match(/class="label"/g)).toHaveLength(2)
  expect(document).toContain('NCL2611000871-01')
  expect(document).toContain('NCL2611000871-02')
  expect(document).toContain('KULKARNI Prakash M<')
  // signs above and below a letter take no room: the given names remain where they fit
  expect(labelHtml([{ ...LABEL, FamilyName: 'कुलकर्णी', GivenNames: 'लक्ष्मीबाई ज्ञानेश्वर' }])).toContain(
    'कुलकर्णी लक्ष्मीबाई ज्ञानेश्वर<',
  )
  expect(document).toMatch(/\.name\{[^}]*overflow:clip visible/)
  expect(document).toContain('VENKATANARASIMHARAJUVARIPETA<')
  expect(document).toContain('left:6.875mm')
  expect(document).toContain('width="36.25mm"')
  expect(() => labelHtml([{ ...LABEL, Barcode: 'ABCDEFGHIJ2611000871-01' }])).toThrow('too long')
})

test('markup in data is printed, not run', () => {
  const nasty = '<script>alert(1)</script>"\'<img src=x onerror=alert(1)>'
  const document = labelHtml([{ ...LABEL, FamilyName: nasty, Department: nasty, Tube: nasty }])
  expect(document).not.toMatch(/<script|<img|<SCRIPT|<IMG/)
  expect(document.toLowerCase()).toContain('&lt;script&gt;')
})
