// Proves the manifest: one box a temperature, tubes by specimen and numbered through, short names, escaped data.
import { expect, test } from 'vitest'
import { MANIFEST, tube } from './manifest.fixture.ts'
import { manifestHtml } from './manifest.html.server.ts'
import { shipmentNumber, shortPatient } from './manifest.rules.ts'

const textOf = (document: string): string =>
  document
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a manifest has a box for each temperature, and every tube of it once, numbered through', () => {
  const text = textOf(manifestHtml(MANIFEST))
  expect(text).toContain('Ambient 15–25 °C Box 1 of 3 1 sample')
  expect(text).toContain('Refrigerated 2–8 °C Box 2 of 3 2 samples')
  expect(text).toContain('Frozen ≤ −20 °C Box 3 of 3, dry ice 1 sample')
  expect([...text.matchAll(/ (\d) (NSL\d+-\d\d) /g)].map(([, number, code]) => [number, code])).toEqual([
    ['1', 'NSL2611000233-01'],
    ['2', 'NSL2611000233-02'],
    ['3', 'NSL2611000243-01'],
    ['4', 'NSL2611000238-02'],
  ])
  for (const part of [
    'Boxes 3',
    'Samples 4',
    'Patients 3',
    'STAT 1',
    'Not dispatched',
    'Handed over 4.5 °C',
    'KOT-BOX-14',
  ])
    expect(text).toContain(part)
  for (const part of ['SHP000318', 'Packed by', 'Carried by', 'Received by', 'telephone 0000000002'])
    expect(text).toContain(part)
  expect(manifestHtml(MANIFEST)).toContain('>UN3373<')
})

test('it shows patients by a short name, and a shipment by its own number', () => {
  expect(shortPatient('Kamala Narayan Iyer')).toBe('Kamala N Iyer')
  expect([shortPatient('Kamala'), shortPatient(' Rajan  Pillai ')]).toEqual(['Kamala', 'Rajan Pillai'])
  expect(shipmentNumber(1204)).toBe('SHP001204')
})

test('markup in data is printed, not run', () => {
  const nasty = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const document = manifestHtml({
    ...MANIFEST,
    Reference: nasty,
    From: { Name: nasty, Place: nasty, Phone: nasty },
    Tubes: [tube({ Patient: nasty, Tests: [nasty], Specimen: nasty, Container: nasty })],
  })
  expect(document).not.toMatch(/<script|<img/)
  expect(document).toContain('&lt;script&gt;')
})

test('a manifest shows the letterhead of the consignor: logo, names, foot line; an empty part leaves no gap', () => {
  const LogoImage = 'data:image/png;base64,iVBORw0KGgo='
  const set = { ...MANIFEST.Letterhead, LocalName: 'निवारा', FootLine: 'Open day and night', LogoImage }
  const document = manifestHtml({ ...MANIFEST, Letterhead: set })
  expect(document).toContain(`src="${LogoImage}"`)
  expect(textOf(document)).toContain('निवारा · Nivara Diagnostics Pvt Ltd (DEMO)')
  expect(textOf(document)).toContain('Open day and night · Printed')
  expect(manifestHtml(MANIFEST)).not.toContain('<img')
  expect(textOf(manifestHtml(MANIFEST))).not.toContain('· Printed')
})
