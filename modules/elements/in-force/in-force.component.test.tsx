// An element on screen whose reference ranges are to come, or wait for a pathologist.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { fieldsShown, leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const element = {
  ElementId: 7,
  Name: 'Sodium',
  UnitOfMeasure: 'mmol/L',
  ResultTypeId: 30,
  IsActive: true,
  ComingFrom: '2026-12-01',
  ElementMeasurements: [{ ElementMeasurementId: 2, LowValue: 136, HighValue: 146 }],
  ElementSpecimens: [],
  RowVersion: 1,
  Actions: { update: true },
}
const inForce = {
  Ranges: [{ LowValue: 135, HighValue: 145 }],
  Asked: [{ RequestId: 12, Kinds: ['interval'], From: '2027-01-01', AskedBy: 'Asha Rane' }],
}
const opened = (waits: unknown = inForce) =>
  open('/elements?ElementId=7', {
    session: somebody('Administrator'),
    read: [
      ['/api/elements/7', {}, element],
      ['/api/inforce/elements', { ElementId: 7 }, waits],
    ],
  })

test('it says from which day they hold, what holds until then, and what waits for a pathologist', async () => {
  await opened()
  await expect
    .element(page.getByText('The reference ranges below hold from 01-Dec-2026. Until then: 135 – 145'))
    .toBeVisible()
  await expect
    .element(page.getByText(/^What its results are judged by waits for a pathologist, from 01-Jan-2027:/))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'request 12 of Asha Rane' }))
    .toHaveAttribute('href', '/requests?RequestId=12')
  expect(fieldsShown()).not.toContain('RangesFrom')
})

test('what would be held back less has other words than what would be judged otherwise', async () => {
  const asked = (RequestId: number, ...Kinds: string[]) => ({ RequestId, Kinds, From: null, AskedBy: 'Asha Rane' })
  await opened({ ...inForce, Asked: [asked(13, 'loosened'), asked(14, 'interval', 'loosened')] })
  await expect
    .element(page.getByText(/^That fewer of its results are held back waits for a pathologist: request 13/))
    .toBeVisible()
  await expect
    .element(page.getByText(/and that fewer of them are held back, wait for a pathologist, from the moment they/))
    .toBeVisible()
})

test('the day of changed ranges is entered where the element is edited', async () => {
  await opened()
  answerSome(({ url }) =>
    url.pathname === '/api/locks/' ? { Locked: true } : url.pathname === '/api/elements/7' ? element : undefined,
  )
  await userEvent.click(page.getByRole('button', { name: 'Edit', exact: true }))
  await expect.poll(fieldsShown).toContain('RangesFrom')
})
