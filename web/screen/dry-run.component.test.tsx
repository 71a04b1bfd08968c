// The dry run on the screens of test and product: what is missing, in words, each linked to where it can be corrected.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leave, open } from './whole-screen.fixture.tsx'
import { somebody } from './session.fixture.ts'

afterEach(leave)

const admin = somebody('Administrator')
const missing = (Text: string, Stops: boolean, Module = 'elements', Keys: object = { ElementId: 7 }) => ({
  Text,
  Stops,
  Module,
  Keys,
})
const run = page.getByRole('region', { name: 'Dry run' })
const show = async (Checks: readonly object[]) =>
  open('/tests?TestId=2001', {
    session: admin,
    read: [
      [
        '/api/tests/2001',
        {},
        { TestId: 2001, Name: 'Count', IsActive: true, RowVersion: 1, Actions: { update: true } },
      ],
      ['/api/dryrun/tests', { TestId: 2001 }, { Checks }],
    ],
  })

test('each missing item links to the record to correct, next to what was found', async () => {
  await show([
    { What: 'Specimen', Said: 'Serum', Missing: [missing('Lead has no specimen', true)] },
    { What: 'Price', Said: '', Missing: [missing('No price list in force has it', true, 'pricelists', {})] },
    { What: 'Reference range', Said: '2 in force', Missing: [missing('Lead has no reference range', false)] },
    { What: 'Result type', Said: 'Numeric', Missing: [] },
  ])
  await expect
    .element(run.getByRole('link', { name: 'Lead has no specimen' }))
    .toHaveAttribute('href', '/elements?ElementId=7')
  await expect
    .element(run.getByRole('link', { name: 'No price list in force has it' }))
    .toHaveAttribute('href', '/pricelists')
  await expect.element(run.getByText(/^2 missing before it can be sold; 1 to check/)).toBeVisible()
  expect([...document.querySelectorAll('.dry-run-check')].map((one) => one.querySelector('.dot')?.ariaLabel)).toEqual([
    'Missing',
    'Missing',
    'To check',
    'In order',
  ])
})

test('without problems it shows that; many of one kind fold away; it does not run while editing', async () => {
  await show([{ What: 'Specimen', Said: 'Serum', Missing: [] }])
  await expect.element(run.getByText('No problems found.')).toBeVisible()
  const many = Array.from({ length: 6 }, (_, at) => missing(`Element ${at} has no reference range`, false))
  await show([{ What: 'Reference range', Said: '', Missing: many }])
  await expect.element(run.getByText('2 more')).toBeVisible()
  await expect.element(run.getByRole('link', { name: 'Element 5 has no reference range' })).not.toBeInTheDocument()
  await userEvent.click(run.getByText('2 more'))
  await expect.element(run.getByRole('link', { name: 'Element 5 has no reference range' })).toBeVisible()
  await open('/tests', { session: admin })
  expect(run.elements()).toEqual([])
})
