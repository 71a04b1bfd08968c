// What is scanned into a dialog is done by the Enter with which a scanner ends.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { text } from '../../core/model.ts'
import { AskFields } from './ask-fields.tsx'

const fields = { Label: text('Label', { required: 'Scan the label' }), Bill: text('Bill') }
const shown = async (isScanned: boolean): Promise<unknown[]> => {
  const done: unknown[] = []
  await render(
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
  const done = await shown(true)
  await page.getByLabelText('Label').click()
  await userEvent.keyboard('PRE100001{Enter}')
  await expect.element(page.getByLabelText('Bill')).toHaveFocus()
  expect(done).toEqual([])
  await userEvent.keyboard('NCL2611000871{Enter}')
  await expect.poll(() => done).toEqual([{ Label: 'PRE100001', Bill: 'NCL2611000871' }])
})

test('a field that is missing is asked for', async () => {
  const done = await shown(true)
  await page.getByLabelText('Bill').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Scan the label')).toBeVisible()
  expect(done).toEqual([])
})

test('a dialog that is typed into is not ended by Enter', async () => {
  const done = await shown(false)
  await page.getByLabelText('Label').click()
  await userEvent.keyboard('Lost{Enter}')
  await page.getByLabelText('Bill').click()
  await userEvent.keyboard('{Enter}')
  expect(done).toEqual([])
  await page.getByRole('button', { name: 'Collect' }).click()
  await expect.poll(() => done).toEqual([{ Label: 'Lost' }])
})
