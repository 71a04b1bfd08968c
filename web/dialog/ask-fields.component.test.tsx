// What is scanned into a dialog is done by the Enter with which a scanner ends.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { text } from '../../core/model.ts'
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
  expect(done).toEqual([])
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
