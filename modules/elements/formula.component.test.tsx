// The formula of an element on screen: names instead of keys, an element inserted by picking it, and a trial.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import {
  box,
  choose,
  control,
  errorAt,
  field,
  leave,
  open,
  picked,
  save,
} from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const rows = [
  { ElementId: 1001, Name: 'Sodium', UnitOfMeasure: 'mmol/L' },
  { ElementId: 1002, Name: 'Creatinine', UnitOfMeasure: 'mg/dL' },
]
const ratio = {
  ElementId: 7,
  Name: 'Ratio',
  UnitOfMeasure: 'ratio',
  ResultTypeId: 32,
  DecimalPlaces: 1,
  Formula: '{1001} / {1002} + {99}',
  IsActive: true,
  RowVersion: 1,
}
const read = [['/api/elements', {}, rows], picked('/api/elements', {}, rows)] as const
const trial = page.getByRole('group', { name: 'Try the formula' })

test('it is read with the names of its elements, each a link, and tried on values next to it', async () => {
  await open('/elements?ElementId=7', {
    session: somebody('Administrator'),
    read: [...read, ['/api/elements/7', {}, ratio]],
  })
  await expect
    .poll(() => field('Formula')?.querySelector('.formula')?.textContent)
    .toBe('Sodium / Creatinine + element 99')
  await expect
    .element(page.getByRole('link', { name: 'Creatinine' }))
    .toHaveAttribute('href', '/elements?ElementId=1002')
  await expect.element(trial.getByText('Waits for Sodium, Creatinine, element 99')).toBeVisible()
  for (const [label, value] of [
    [/^Sodium/, '140'],
    [/^Creatinine/, '3'],
    [/^element 99/, '1'],
  ] as const)
    await userEvent.fill(trial.getByLabelText(label), value)
  await expect.poll(() => trial.getByRole('status').element().textContent).toBe('= 47.7 ratio')
})

test('it is written in names, an element that is picked goes where the cursor is, and an unknown name is reported', async () => {
  await open('/elements', { session: somebody('Administrator'), read })
  await choose('ResultTypeId', 32)
  await userEvent.fill(box('Formula'), '{ sodium } *  / 2')
  control('Formula').setSelectionRange(13, 13)
  await userEvent.click(page.getByRole('button', { name: 'Insert element' }))
  await userEvent.click(page.getByRole('row', { name: /Creatinine/ }))
  await userEvent.click(page.getByRole('button', { name: 'Select' }))
  await expect.poll(() => control('Formula').value).toBe('{Sodium} * {Creatinine} / 2')
  await userEvent.fill(trial.getByLabelText(/^Sodium/), '4')
  await userEvent.fill(trial.getByLabelText(/^Creatinine/), '5')
  await expect.poll(() => trial.getByRole('status').element().textContent).toBe('= 10 ')
  await userEvent.fill(box('Formula'), '{Sodiun} * 2')
  await save()
  await expect.poll(() => errorAt('Formula')).toBe('There is no element "Sodiun"')
})
