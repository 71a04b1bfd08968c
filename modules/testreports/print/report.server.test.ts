// Proves the report by reading its PDF back (needs pdftotext and pdffonts of poppler-utils).
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePrint } from '../../../server/print/render.ts'
import { release } from '../../../server/release.ts'
import { AMENDED, FINAL, LONG, PARTIAL } from './report.fixture.ts'
import type { ReportData } from './report.model.ts'
import { renderReport } from './report.server.ts'

/** The text of a PDF as a reader sees it, page by page. */
const pagesOf = (pdf: Uint8Array): string[] => {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString('utf8')
  return text.split('\f').slice(0, -1)
}
const flat = (text: string): string => text.replace(/\s+/g, ' ')
const read = async (data: ReportData): Promise<string[]> => pagesOf(await renderReport(data))

afterAll(closePrint)

describe('report', () => {
  let pages: string[] = []
  beforeAll(async () => {
    pages = await read(FINAL)
  }, 30_000)

  test('values, units, intervals, methods and previous results are on it', () => {
    const text = flat(pages.join(' '))
    for (const part of [
      'Haemoglobin 10.4 ▼ LOW g/dL 13.0–17.0',
      'SLS photometry',
      '14-Aug-2026',
      'Creatinine 3.12 ▲ HIGH mg/dL 0.70–1.30',
      'borderline 150–199',
      'प्रकाश',
      'Dr Harshal More, Nephrology',
      '5501873',
      'MD Pathology',
    ])
      expect(text).toContain(part)
  })

  test('the place of the draw is printed where it is known; an older report names its client so', async () => {
    // a line of two sizes is read in either order
    const pair = (label: string, value: string): RegExp => new RegExp(`${label} ${value}|${value} ${label}`)
    const client = 'Nivara Collection Centre - Kothrud'
    expect(flat(pages[0] ?? '')).toMatch(pair('Collected at', client))
    const [first = ''] = await read({ ...FINAL, Sample: { ...FINAL.Sample, CollectedAt: 'Home visit' } })
    expect(flat(first)).toMatch(pair('Client', client))
    expect(flat(first)).toMatch(pair('Collected at', 'Home visit'))
    const [own] = await read({ ...FINAL, Sample: { ...FINAL.Sample, CollectedAt: null } })
    expect(own).not.toContain('Collected at')
  })

  test('each page has patient, accession, version, hash and page x of y; it continues once and ends once', () => {
    expect(pages).toHaveLength(2)
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of 2`)
      expect(page).toContain('Prakash Madhav Kulkarni')
      expect(page).toContain('NCL2611000871')
      expect(flat(page)).toContain('hash 42df 5b4f ec80')
      expect(flat(page)).toContain(`Copy in full only. Aliquot ${release}`)
      expect(page).toContain('21-Nov-2026 07:42 AM')
    })
    expect(pages[0]).toContain('Continued on page 2')
    expect(pages[1]).not.toContain('Continued')
    expect(pages.join('').match(/End of report/g)).toHaveLength(1)
  })

  test('a critical result is framed with the call and heads page 1 with its page', () => {
    expect(flat(pages[0] ?? '')).toContain(
      'Potassium 6.7 mmol/L, HIGH (page 2). Informed to Dr Harshal More, 21-Nov-2026 11:42 AM',
    )
    expect(flat(pages[1] ?? '')).toContain(
      'Critical value informed to Dr Harshal More, by telephone, read back, at 21-Nov-2026 11:42 AM by Asha Nene',
    )
    expect(flat(pages[0] ?? '')).toContain('14 of 36 others')
  })

  test('PARTIAL is printed before any result, with what is pending', async () => {
    const text = flat((await read(PARTIAL)).join(' '))
    expect(text.indexOf('2 tests are pending')).toBeLessThan(text.indexOf('Kidney function test'))
    for (const part of ['PARTIAL', '1 of 3 tests', 'Smear under review', 'End of partial report'])
      expect(text).toContain(part)
    expect(text).not.toContain('End of report')
  })

  test('AMENDED shows version, reason, was and is, and marks the row', async () => {
    const [first = ''] = await read(AMENDED)
    const text = flat(first)
    for (const part of [
      'version 3',
      'Replaces version 2 of 21-Nov-2026 01:05 PM, now SUPERSEDED',
      '84 10³/µL, LOW',
      '236 10³/µL, within interval',
      'Platelets clumped in EDTA',
      'was 84 LOW in version 2',
    ])
      expect(text).toContain(part)
    expect(text.match(/AMENDED/g)).toHaveLength(2)
  })

  test('an amendment of what is not printed has a reason and no table', async () => {
    const Amendment = AMENDED.Amendment && { ...AMENDED.Amendment, Changes: [] }
    const EarlierAmendments = Amendment === null ? [] : [Amendment]
    const text = flat((await read({ ...AMENDED, Amendment, EarlierAmendments })).join(' '))
    expect(text).toContain(Amendment?.Reason ?? '?')
    expect(text).not.toContain('What changed')
  })

  test('a superseded copy is marked', async () => {
    const text = flat(
      (
        await read({ ...FINAL, State: 'SUPERSEDED', SupersededBy: 'Replaced by version 3 of 22-Nov-2026 10:12 AM' })
      ).join(' '),
    )
    expect(text).toContain('SUPERSEDED')
    expect(text).toContain('Replaced by version 3 of 22-Nov-2026 10:12 AM')
  })

  test('words, running text, no interval, no result, a referral lab and long names', async () => {
    const long = await read(LONG)
    const text = flat(long.join(' '))
    for (const part of [
      'Interval not established for this age/sex',
      'Performed by Sahyadri Reference Laboratory, Mumbai',
      'Present (++)',
      'ABNORMAL',
      'not calculated',
      'Plenty of pus cells',
      '1234567',
      '<0.5',
      'Critical value.',
      'Seen once.',
      'Seen twice.',
    ])
      expect(text).toContain(part)
    long.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${long.length}`)
      expect(flat(page)).toContain('Venkatanarasimharajuvaripeta Subrahmanyeswara Lakshminarayana')
      // Heads of department, column and test are repeated where a table continues.
      expect(page).toContain('Previous')
    })
    expect(long.filter((page) => page.includes('Urine routine')).length).toBeGreaterThan(1)
  })

  test('classes are on a line of their own, a note below its bounds; units and intervals as they are printed', async () => {
    const [department] = FINAL.Departments
    const [first] = department?.Tests ?? []
    const [row] = first?.Rows ?? []
    if (!department || !first || !row) throw new Error('the fixture has no result')
    const one = (Name: string, part: object) => ({
      ...first,
      Name,
      Comments: null,
      Rows: [{ ...row, Element: Name, Group: null, ...part }],
    })
    const text = flat(
      (
        await read({
          ...PARTIAL,
          Letterhead: { ...PARTIAL.Letterhead, TaxId: '27AAAAA0000A1Z5' },
          Pending: PARTIAL.Pending.slice(0, 1),
          Departments: [
            {
              ...department,
              Tests: [
                one('LDL cholesterol', {
                  IntervalText: '< 100',
                  Classes: [
                    { Text: 'optimal < 100', Low: null, Applies: false, Desirable: true },
                    { Text: 'high ≥ 100', Low: 100, Applies: true, Desirable: false },
                  ],
                }),
                one('TSH', { IntervalText: '0.270 - 4.200', IntervalNote: 'pregnancy: by trimester', Unit: '10^6/µL' }),
                one('INR', { Result: '27.60', Flag: 'HH', Unit: '-' }),
                one('Stool ova', { Kind: 'text', Result: 'Not seen', Unit: '{specimen}', Flag: null }),
              ],
            },
          ],
        })
      ).join(' '),
    )
    for (const part of [
      'optimal < 100; high ≥ 100',
      'pregnancy: by trimester',
      '0.270–4.200',
      '10⁶/µL',
      'INR 27.60, HIGH',
      'Not seen',
    ])
      expect(text).toContain(part)
    expect(text).toContain('1 test is pending')
    expect(text).toContain('GSTIN 27')
    for (const part of ['{specimen}', '10^6']) expect(text).not.toContain(part)
    expect(text.match(/Stool ova/g)).toHaveLength(1)
  })

  test('no page begins with a single row, whatever the number of rows', async () => {
    const [haematology] = FINAL.Departments
    const [cbc] = haematology?.Tests ?? []
    const row = cbc?.Rows[3]
    if (!haematology || !cbc || !row) throw new Error('the fixture has no blood count')
    for (const count of [19, 20, 21, 22, 23, 24, 25]) {
      const rows = Array.from({ length: count }, (_, i) => ({
        ...row,
        Group: null,
        Element: `Element ${String(i + 1)}.`,
      }))
      const pages = await read({
        ...FINAL,
        Interpretation: [],
        Departments: [{ ...haematology, Tests: [{ ...cbc, Comments: null, Rows: rows }] }],
      })
      for (const page of pages) expect(page.match(/Element \d+\./g)?.length ?? 0).toBeGreaterThan(1)
    }
  }, 30_000)

  test('markup in data is printed unchanged', async () => {
    const nasty = '#import "x.typ": * $x^2$ <script>alert(1)</script> *b* _i_ @ref \\ [c] `r` // z'
    const text = flat(
      (
        await read({
          ...FINAL,
          Patient: { ...FINAL.Patient, Name: nasty },
          Interpretation: [{ Topic: nasty, Text: nasty }],
          Departments: FINAL.Departments.map((department) => ({
            ...department,
            Tests: department.Tests.map((t) => ({ ...t, Comments: '#read("/etc/passwd") $y$' })),
          })),
        })
      ).join(' '),
    )
    expect(text).toContain('#import "x.typ": * $x^2$ <script>alert(1)</script> *b* _i_ @ref \\ [c] `r` // z')
    expect(text).toContain('#read("/etc/passwd") $y$')
  })

  test('a damaged picture does not block a report', async () => {
    const damaged = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64')}`
    const text = (await read({ ...FINAL, Letterhead: { ...FINAL.Letterhead, LogoImage: damaged } })).join(' ')
    expect(text).toContain('Potassium')
  })
})

test('only shipped fonts are used', async () => {
  const list = execFileSync('pdffonts', ['-'], { input: await renderReport(FINAL) }).toString()
  const names = list
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(/\s+/)[0] ?? '')
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) expect(name).toMatch(/Inter|NotoSansDevanagari/)
})

test('a name is listed once at the end with the last time, and once more for another lab', async () => {
  const signed = (time: string, Qualification: string) => ({
    Name: 'Dr Vaishali Bapat',
    Qualification,
    Authorised: `Authorised at ${time}`,
    At: `2026-11-21T${time}:00Z`,
    SignatureImage: null,
  })
  const [one, two] = FINAL.Departments
  if (!one || !two) throw new Error('Two departments are needed')
  const text = flat(
    (
      await read({
        ...FINAL,
        Departments: [
          { ...one, Signatories: [signed('09:30', 'Lab of Pune')] },
          { ...two, Signatories: [signed('08:15', 'Lab of Pune'), signed('07:10', 'Lab of Nashik')] },
        ],
      })
    ).join(' '),
  )
  for (const part of ['Lab of Pune', 'Authorised at 09:30', 'Lab of Nashik', 'Authorised at 07:10'])
    expect(text.split(part)).toHaveLength(2)
  expect(text).not.toContain('Authorised at 08:15')
})
