// Proves the printable bill: complete, escaped, on its own.
import { expect, test } from 'vitest'
import { BILL } from './bill.fixture.ts'
import { billHtml } from './bill.html.server.ts'

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
    '999316',
    '632614570981',
    '₹ 274.50',
    '27AAAAA0000A1Z5',
    '<svg',
  ])
    expect(document).toContain(text)
})

test('markup in data is printed, not run', () => {
  const nasty = '<script>alert(1)</script>"\'<img src=x onerror=alert(1)>'
  const document = billHtml({
    ...BILL,
    Patient: { ...BILL.Patient, Name: nasty },
    Lines: [
      { Name: nasty, Expected: null, Detail: nasty, Sac: null, Gst: null, Price: '1', Discount: null, Amount: '1' },
    ],
    State: nasty,
    Letterhead: { ...BILL.Letterhead, Name: nasty, LogoImage: `x" onerror="alert(1)` },
  })
  expect(document).not.toMatch(/<script|<img|<SCRIPT|<IMG/)
  expect(document.toLowerCase()).toContain('&lt;script&gt;')
})
