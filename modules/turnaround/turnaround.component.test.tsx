// The screen of turn-around: the chosen days, bars with their numbers, and late reports with their links.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asked } from '../../web/screen/no-server.fixture.ts'
import { leave, open, type Read } from '../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../web/screen/session.fixture.ts'

afterEach(leave)

const days = { FromDate: '2026-11-10', ToDate: '2026-11-16' }
const department = {
  Department: 'Haematology',
  Reports: 20,
  Out: 15,
  InTime: 12,
  Late: 4,
  MedianHours: 5.5,
  NinetiethHours: 30,
  InTimePercent: 75,
}
const step = {
  Department: 'Haematology',
  Step: 'Received to entered',
  Reports: 15,
  MedianHours: 0.5,
  NinetiethHours: 8,
}
const late = {
  SaleId: 7,
  AccessionNo: 'NCL2611000007',
  Patient: 'Arun Patil',
  Department: 'Haematology',
  ReportDate: '2026-11-12T12:30:00.000Z',
  ReleasedDate: null,
  HoursLate: 75,
}
const read = (some: { departments?: unknown; steps?: unknown; late?: unknown } = {}, query = days): Read => [
  ['/api/getdata/2120', query, some.departments ?? [department]],
  ['/api/getdata/2121', query, some.steps ?? [step]],
  ['/api/getdata/2122', query, some.late ?? [late]],
]
const begin = (given: Read = read(), without: readonly string[] = []) =>
  open('/turnaround?From=2026-11-10&To=2026-11-16', {
    session: somebody('QualityManager', 'lab', { without }),
    read: given,
  })
const textsOf = (name: string): string[][] =>
  page
    .getByRole('region', { name, exact: true })
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('th, td:not(.chart)')].map((cell) => cell.textContent))
const widthOf = (part: string): string | null | undefined =>
  document.querySelector(`svg ${part}`)?.getAttribute('width')

test('each department shows reports in time, late and not due, as numbers and as the parts of a bar', async () => {
  await begin()
  await expect.poll(() => document.querySelectorAll('svg.kept rect').length).toBe(3)
  expect(textsOf('Against the promised report date')).toEqual([
    ['Department', 'Chart', 'In time', 'Late', 'Not due', 'In time %'],
    ['Haematology', '12', '4', '4', '75.0'],
  ])
  expect([widthOf('.in-time'), widthOf('.was-late'), widthOf('.not-due')]).toEqual(['60', '20', '20'])
  expect(document.querySelector('.turnaround-totals')?.textContent).toContain('In time75.0 %')
})

test('the steps are under their department, with the whole time above them and bars on one axis', async () => {
  await begin()
  await expect.poll(() => widthOf('.half')).toBe('5')
  expect(textsOf('Step by step')).toEqual([
    ['Step', 'Chart', 'Half within', '90 % within', 'Reports'],
    ['Haematology, tube to report', '5.5 h', '30.0 h', '15'],
    ['Received to entered', '30 min', '8.0 h', '15'],
  ])
  await expect.element(page.getByText('bars to 10.0 h')).toBeInTheDocument()
})

test('a late report leads to its sale, or to its report where sales may not be read', async () => {
  const link = page.getByRole('link', { name: 'NCL2611000007' })
  await begin()
  await expect.element(link).toHaveAttribute('href', '/sales?SaleId=7')
  expect(textsOf('Late reports')[1]).toEqual([
    'NCL2611000007',
    'Arun Patil',
    'Haematology',
    '12-Nov-2026 06:00 PM',
    'Not out yet',
    '3 d 3 h',
  ])
  await expect.element(page.getByText('the 1 latest of them')).toBeVisible()
  await begin(read(), ['sales read'])
  await expect.element(link).toHaveAttribute('href', '/testreports?SaleId=7')
})

test('days without reports say so; a reversed range shows an error at the field and sends no request', async () => {
  await begin(read({ departments: [], steps: [], late: [] }))
  await expect.element(page.getByText('No reports on these days')).toBeVisible()
  const before = asked().length
  await userEvent.fill(page.getByLabelText('To Date'), '9/11/26')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('To Date cannot be before From Date')).toBeVisible()
  expect(asked().length).toBe(before)
})

test('figures that fail to load say why and can be requested again', async () => {
  await begin([])
  await expect.element(page.getByRole('alert').getByText("The server can't be reached.")).toBeVisible()
  const before = asked().length
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => asked().length).toBeGreaterThan(before)
})

const departments = [
  'Haematology',
  'Clinical Biochemistry',
  'Serology & Immunology',
  'Toxicology & Drug Monitoring',
  'Molecular Diagnostics',
]
const many = read({
  departments: departments.map((Department) => ({ ...department, Department, InTime: 9000, Late: 1300 })),
  steps: departments.flatMap((Department) =>
    ['Collected to received', 'Received to entered', 'Entered to approved', 'Approved to released'].map((Step) => ({
      ...step,
      Department,
      Step,
      Reports: 11_000,
      NinetiethHours: 130,
    })),
  ),
  late: Array.from({ length: 60 }, (_, index) => ({
    ...late,
    SaleId: index + 1,
    Patient: 'Venkata Subramanian Ramachandran Iyer',
    Department: departments[index % departments.length],
    HoursLate: 250,
  })),
})
// the screen beside the sidebar of a desktop of 1280, and a phone with a scroll bar
test.each([
  [1280, 1065],
  [375, 375],
])('at %i it scrolls as one page: no table has bars of its own or is cut off', async (width, room) => {
  await page.viewport(width, 800)
  await begin(many)
  document.querySelector<HTMLElement>('.screen')?.style.setProperty('width', `${room}px`)
  await expect.poll(() => document.querySelectorAll('.late-reports tbody tr').length).toBe(60)
  const inner = [...document.querySelectorAll('.turnaround *')].filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one)
    return [overflowX, overflowY].some((how) => how === 'auto' || how === 'scroll')
  })
  expect(inner).toEqual([])
  const place = document.querySelector('.screen')
  expect((place?.scrollHeight ?? 0) > (place?.clientHeight ?? 0)).toBe(true)
  expect((place?.scrollWidth ?? 1) <= (place?.clientWidth ?? 0)).toBe(true)
  for (const table of document.querySelectorAll('.turnaround-table')) {
    const card = table.closest('.card')?.getBoundingClientRect()
    const { right } = table.getBoundingClientRect()
    expect([table.className, right <= (card?.right ?? 0)]).toEqual([table.className, true])
  }
  // the heads of a table that is scrolled past remain in sight
  place?.scrollTo(0, place.scrollHeight)
  const head = () => document.querySelector('.late-reports thead th')?.getBoundingClientRect().top ?? -1
  await expect.poll(head).toBe(place?.getBoundingClientRect().top)
  await page.viewport(1280, 800)
})
