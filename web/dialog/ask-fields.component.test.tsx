// What is scanned into a dialog is done by the Enter with which a scanner ends.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTime } from '../../core/dates.ts'
import { datetime, text } from '../../core/model.ts'
import { ApiError } from '../api/api.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { AskFields } from './ask-fields.tsx'

afterEach(clear)
const fields = { Label: text('Label', { required: 'Scan the label' }), Bill: text('Bill') }
const shown = (isScanned: boolean): unknown[] => {
  const done: unknown[] = []
  draw(
    <AskFields
      title="Collect"
      label="Collect"
      text="Scan both."
      fields={fields}
      isScanned={isScanned}
      onDo={(body) => Promise.resolve(void done.push(body))}
      onClose={() => undefined}
    />,
  )
  return done
}

test('Enter goes from field to field and does the act from the last one', async () => {
  const done = shown(true)
  await page.getByRole('textbox', { name: /^Label/ }).click()
  await userEvent.keyboard('PRE100001{Enter}')
  await expect.element(page.getByRole('textbox', { name: /^Bill/ })).toHaveFocus()
  expect(done).toEqual([])
  await userEvent.keyboard('NCL2611000871{Enter}')
  await expect.poll(() => done).toEqual([{ Label: 'PRE100001', Bill: 'NCL2611000871' }])
})

test('a field that is missing is asked for', async () => {
  const done = shown(true)
  await page.getByRole('textbox', { name: /^Bill/ }).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Scan the label')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: /^Label/ })).toHaveFocus()
  expect(done).toEqual([])
})

test('a field that the server refuses says so once, and has the focus', async () => {
  const payment = { Mode: text('Mode'), PaymentRef: text('Payment Reference') }
  const message = 'Payment reference is required'
  draw(
    <AskFields
      title="Pay"
      label="Pay"
      text="Pays all."
      fields={payment}
      onDo={(body) => Promise.resolve(new ApiError(400, message, body.PaymentRef ? {} : { PaymentRef: [message] }))}
      onClose={() => undefined}
    />,
  )
  const reference = page.getByRole('textbox', { name: /^Payment Reference/ })
  await page.getByRole('textbox', { name: /^Mode/ }).click()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(reference).toHaveFocus()
  await expect.element(reference).toHaveAccessibleDescription(message)
  expect(page.getByText(message).elements()).toHaveLength(1)
  // a refusal that is at no field shows below them
  await userEvent.keyboard('NEFT 1{Alt>}s{/Alt}')
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
})

test('a dialog that is typed into is not ended by Enter', async () => {
  const done = shown(false)
  await page.getByRole('textbox', { name: /^Label/ }).click()
  await userEvent.keyboard('Lost{Enter}')
  await page.getByRole('textbox', { name: /^Bill/ }).click()
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([])
  await page.getByRole('button', { name: 'Collect' }).click()
  await expect.poll(() => done).toEqual([{ Label: 'Lost' }])
})

test('a moment that is typed is taken over by the key that does the act', async () => {
  const done: unknown[] = []
  draw(
    <AskFields
      title="Collect"
      label="Collect"
      text="When ?"
      fields={{ At: datetime('At') }}
      start={{ At: new Date(atTime('2026-01-05', 9, 0)).toISOString() }}
      onDo={(body) => Promise.resolve(void done.push(body))}
      onClose={() => undefined}
    />,
  )
  await userEvent.fill(page.getByRole('textbox', { name: /^At/ }), '01-01-2026 6:15')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.poll(() => done).toEqual([{ At: new Date(atTime('2026-01-01', 6, 15)).toISOString() }])
})

test('on a phone a day and its time are read whole beside other fields', async () => {
  await page.viewport(390, 844)
  draw(
    <AskFields
      title="Correct"
      label="Correct"
      text="When ?"
      fields={{ Doctor: text('Doctor'), At: datetime('At') }}
      start={{ At: new Date(atTime('2026-11-27', 21, 15)).toISOString() }}
      onDo={() => Promise.resolve()}
      onClose={() => undefined}
    />,
  )
  const box = page.getByRole('textbox', { name: /^At/ })
  await expect.element(box).toHaveValue('27-Nov-2026 09:15 PM')
  const { scrollWidth, clientWidth } = box.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await page.viewport(1280, 800)
})

test.each([
  [true, 'closes'],
  [false, 'stays with its refusal'],
])('where a second person was asked for it (%s) it %s', async (isAsked, _what) => {
  const refusal = new ApiError(422, 'You may pay ₹20,000.00 a day')
  refusal.asked = Promise.resolve(isAsked)
  let closed = 0
  draw(
    <AskFields
      title="Collect"
      label="Collect"
      text="Pay."
      fields={{}}
      onDo={() => Promise.resolve(refusal)}
      onClose={() => (closed += 1)}
    />,
  )
  await page.getByRole('button', { name: 'Collect' }).click()
  await expect.element(page.getByText('You may pay ₹20,000.00 a day')).toBeVisible()
  await expect.poll(() => closed).toBe(isAsked ? 1 : 0)
})
