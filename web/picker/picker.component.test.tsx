// The picker on rows that are loaded: searched, moved through, taken, refused, and added to.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { QuickAddProps } from '../record/quick-add.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import type { Values } from '../record/values.ts'
import { Picker } from './picker.tsx'

afterEach(clear)

const departments = [
  { DepartmentId: 1, Code: 'BIO', Name: 'Biochemistry' },
  { DepartmentId: 2, Code: 'HEM', Name: 'Haematology' },
  { DepartmentId: 3, Code: 'MIC', Name: 'Microbiology' },
]
const drawPicker = (given: Partial<Parameters<typeof Picker>[0]> = {}) => {
  const picked: number[] = []
  const closed: true[] = []
  draw(
    <Picker
      name="department"
      title="Department"
      start=""
      around={{}}
      onPick={(_row, id) => picked.push(id)}
      onClose={() => closed.push(true)}
      {...given}
    />,
    { '/api/departments': departments },
  )
  return { picked, closed }
}
const search = page.getByRole('combobox', { name: 'Search Department' })
const selected = page.getByRole('row', { selected: true })
const names = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.lastElementChild?.textContent)

describe('searching', () => {
  test('it starts with the typed text, the caret at its end, and shows matches in bold', async () => {
    drawPicker({ start: 'bio' })
    await expect.element(search).toHaveFocus()
    await expect.element(page.getByText('2 found')).toBeVisible()
    expect(names()).toEqual(['Biochemistry', 'Microbiology'])
    expect([...document.querySelectorAll('.picker-row b')].map((one) => one.textContent)).toContain('bio')
    await userEvent.keyboard('c')
    await expect.element(search).toHaveValue('bioc')
    await expect.element(page.getByText('1 found')).toBeVisible()
  })
  test('without a match it shows the searched text and has no row to take', async () => {
    const { picked } = drawPicker({ start: 'nobody' })
    await expect.element(page.getByRole('status')).toHaveTextContent('No match for nobody.')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(page.getByRole('button', { name: 'Select' }), { force: true })
    expect(picked).toEqual([])
  })
})

describe('taking', () => {
  test('the first row is selected; arrows and pages move and stop at the ends; Enter takes', async () => {
    const { picked } = drawPicker()
    await expect.element(selected).toHaveTextContent('BIOBiochemistry')
    await userEvent.keyboard('{ArrowUp}{ArrowDown}')
    await expect.element(selected).toHaveTextContent('HEMHaematology')
    await userEvent.keyboard('{PageDown}{ArrowDown}')
    await expect.element(selected).toHaveTextContent('MICMicrobiology')
    await expect.element(search).toHaveAttribute('aria-activedescendant', 'picker-2')
    await userEvent.keyboard('{PageUp}')
    await expect.element(selected).toHaveTextContent('BIOBiochemistry')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(picked).toEqual([2])
  })
  test('other text selects its first row again', async () => {
    const { picked } = drawPicker()
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}bi')
    await expect.element(page.getByText('2 found')).toBeVisible()
    await expect.element(selected).toHaveTextContent('BIOBiochemistry')
    await userEvent.keyboard('{Enter}')
    expect(picked).toEqual([1])
  })
  test('Enter pressed before the rows arrive takes the right row', async () => {
    const { picked } = drawPicker()
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('mic{Enter}')
    await expect.poll(() => picked).toEqual([3])
  })
  test('a click selects, a double click takes', async () => {
    const { picked } = drawPicker()
    await userEvent.click(page.getByText('Haematology'))
    await expect.element(selected).toHaveTextContent('HEMHaematology')
    expect(picked).toEqual([])
    await userEvent.dblClick(page.getByText('Microbiology'))
    expect(picked).toEqual([3])
  })
  test('a refused row shows its reason and is not taken', async () => {
    const { picked } = drawPicker({
      refuse: (row: Values) => (row.DepartmentId === 1 ? 'It is closed' : undefined),
    })
    await expect.element(page.getByText('It is closed').first()).toBeVisible()
    await expect.element(selected).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await userEvent.dblClick(page.getByText('Biochemistry'), { force: true })
    expect(picked).toEqual([])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(picked).toEqual([2])
  })
  test('Escape and Cancel leave without taking', async () => {
    const { picked, closed } = drawPicker()
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect([closed.length, picked]).toEqual([2, []])
  })
})

describe('adding a missing record', () => {
  const Form = ({ start, onSaved, onUse, onClose }: QuickAddProps) => (
    <div className="quick">
      <output>{start}</output>
      <input aria-label="Name" autoFocus />
      <button type="button" onClick={() => onSaved('Micro', 3)}>
        Save it
      </button>
      <button type="button" onClick={() => onUse({ DepartmentId: 2 })}>
        Use the other
      </button>
      <button type="button" onClick={onClose}>
        Leave it
      </button>
    </div>
  )
  const add = { name: 'department', Form }

  test('Alt N opens the form with the searched text; the saved record is searched and selected', async () => {
    const { picked } = drawPicker({ add, start: 'Cytology' })
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('No match for Cytology. Alt N adds a new department.')
    await userEvent.keyboard('{Alt>}n{/Alt}')
    await expect.element(page.getByText('Cytology').first()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Select' })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Save it' }))
    await expect.element(search).toHaveFocus()
    await expect.element(search).toHaveValue('Micro')
    await expect.element(selected).toHaveTextContent('MICMicrobiology')
    await userEvent.keyboard('{Enter}')
    expect(picked).toEqual([3])
  })
  test('an existing record is taken instead; Escape closes the form and not the picker, as leaving the form does', async () => {
    const { picked, closed } = drawPicker({ add })
    for (const leave of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(page.getByRole('button', { name: 'Leave it' })),
    ]) {
      await userEvent.click(page.getByRole('button', { name: 'New department' }))
      await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
      await leave()
      await expect.element(page.getByRole('button', { name: 'Leave it' })).not.toBeInTheDocument()
      await expect.element(search).toHaveFocus()
    }
    expect(closed).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'New department' }))
    await userEvent.click(page.getByRole('button', { name: 'Use the other' }))
    expect(picked).toEqual([2])
  })
})
