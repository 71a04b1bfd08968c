// The grid with the keyboard: its cells, the next one, the blank row, picking, errors, and a row as a form.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { integer, money, object, oneOf, reference, rows, text } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { clear, drawForm } from '../screen/on-screen.fixture.tsx'
import { commitTyping, focusField } from '../record/focus.ts'
import type { Values } from '../record/values.ts'
import type { GridProps } from './grid-props.ts'
import { Grid } from './grid.tsx'

afterEach(clear)

const fields = {
  Lines: rows(
    'Lines',
    {
      LineId: integer('Id', { computed: true }),
      DepartmentId: reference('Department', 'department', { names: 'Department' }),
      Department: object('Department', { Name: text('Name') }),
      Remark: text('Remark'),
      Price: money('Price'),
      Kind: oneOf('Kind', [
        [1, 'Routine'],
        [2, 'Urgent'],
      ]),
      Net: money('Net', { computed: true }),
    },
    { rowKey: 'LineId', rowCounts: 'DepartmentId' },
  ),
}
const departments = [
  { DepartmentId: 1, Code: 'BIO', Name: 'Biochemistry' },
  { DepartmentId: 2, Code: 'HEM', Name: 'Haematology' },
]
const two = [
  { LineId: 1, DepartmentId: 1, Department: { Name: 'Biochemistry' }, Remark: 'first', Price: 100, Kind: 1, Net: 90 },
  { LineId: 2, DepartmentId: 2, Department: { Name: 'Haematology' }, Remark: 'second', Price: 200, Kind: 1, Net: 180 },
]
const nameIn = (record: unknown): string => (isObject(record) ? String(record.Name) : '')
const columns: GridProps['columns'] = [
  { name: 'DepartmentId', width: 200, show: ({ Department }) => nameIn(Department) },
  { name: 'Remark', width: 160 },
  { name: 'Price', width: 120 },
  { name: 'Kind', width: 120 },
  { name: 'Net', width: 120 },
]
const drawLines = (props: Partial<GridProps> = {}, lines: readonly Values[] = two) =>
  drawForm(
    <div style={{ width: 900, height: 300, display: 'grid' }}>
      <Grid
        name="Lines"
        columns={columns}
        blank="Type a department"
        card={() => ({ title: 'line' })}
        item={['DepartmentId', 'Remark', 'Price', 'Net']}
        {...props}
      />
    </div>,
    { fields, values: { Lines: lines }, read: { '/api/departments': departments } },
  )
const linesOf = (form: ReturnType<typeof drawLines>): unknown => form.state().values.Lines
const cell = (row: number, column: number) =>
  page
    .getByRole('row')
    .nth(row + 1)
    .getByRole('gridcell')
    .nth(column)
const keys = (text: string) => userEvent.keyboard(text)
const dialog = (name: string) => page.getByRole('dialog', { name })

describe('typing in cells', () => {
  test('a typed text replaces the value; Enter takes it and moves to the next editable cell', async () => {
    const form = drawLines()
    await userEvent.click(cell(0, 1))
    await keys('{Escape}')
    await keys('changed{Enter}')
    await expect.element(cell(0, 2)).toHaveFocus()
    expect(linesOf(form)).toMatchObject([{ Remark: 'changed' }, {}])
    await keys('55.5{Enter}')
    await expect.element(cell(0, 3)).toHaveFocus()
    expect(linesOf(form)).toMatchObject([{ Price: 55.5 }, {}])
    // the computed cell is skipped: the next row has the focus
    await keys('r')
    await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveFocus()
    await keys('{Enter}')
    await expect.element(cell(1, 0)).toHaveFocus()
  })
  test('saving by key or button includes what is still being typed or chosen', async () => {
    const form = drawLines()
    await userEvent.click(cell(0, 2))
    await keys('{Escape}')
    await keys('77')
    commitTyping()
    expect(linesOf(form)).toMatchObject([{ Price: 77 }, {}])
    await userEvent.click(cell(1, 3))
    await keys('{Escape}')
    await keys('u')
    await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveFocus()
    commitTyping()
    expect(linesOf(form)).toMatchObject([{}, { Kind: 2 }])
  })
  test('a row of a record and its price: picked, then priced', async () => {
    const priced = columns.map((column) =>
      'name' in column && column.name === 'Price' ? { ...column, next: true } : column,
    )
    const form = drawLines({ columns: priced }, [])
    await userEvent.click(cell(0, 0))
    await keys('Haem')
    await expect.element(dialog('Department').getByText('HEM')).toBeVisible()
    await keys('{Enter}')
    await expect.element(cell(0, 2)).toHaveFocus()
    await keys('50')
    commitTyping()
    expect(linesOf(form)).toMatchObject([{ DepartmentId: 2, Price: 50 }])
  })
  test('Escape restores the value', async () => {
    const form = drawLines()
    await userEvent.click(cell(1, 1))
    await keys('gone{Escape}')
    expect(linesOf(form)).toMatchObject([{}, { Remark: 'second' }])
    await expect.element(cell(1, 1)).toHaveTextContent('second')
  })
  test('a typed letter opens a choice at the first item with that letter', async () => {
    const form = drawLines()
    await userEvent.click(cell(0, 3))
    await keys('{Escape}')
    await keys('u')
    await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('2')
    await keys('{Enter}')
    expect(linesOf(form)).toMatchObject([{ Kind: 2 }, {}])
    await expect.element(cell(0, 3)).toHaveTextContent('Urgent')
  })
  test('a computed cell takes no typing', async () => {
    const form = drawLines()
    await userEvent.click(cell(0, 4))
    await keys('7')
    expect(document.querySelector('.cell-input')).toBeNull()
    expect(linesOf(form)).toMatchObject([{ Net: 90 }, {}])
  })
  test('a change of a row updates what depends on it and clears its errors', async () => {
    const form = drawLines({
      onRow: (row, name) => (name === 'Price' ? { ...row, Net: Number(row.Price) - 10 } : row),
    })
    form.put({ errors: { 'Lines.0.Price': ['Price is too high'], 'Lines.1.Price': ['Price is too low'] } })
    await expect.element(cell(0, 2)).toHaveTextContent('Price is too high')
    await userEvent.click(cell(0, 2))
    await keys('{Control>}a{/Control}50{Enter}')
    await expect.element(cell(0, 4)).toHaveTextContent('40.00')
    expect(form.state().errors).toEqual({ 'Lines.1.Price': ['Price is too low'] })
  })
})

describe('rows', () => {
  test('Tab enters at the blank row, with its hint, and leaves from there', async () => {
    drawLines()
    await expect.element(cell(2, 0)).toHaveTextContent('Type a department')
    await keys('{Tab}')
    await expect.element(cell(2, 0)).toHaveFocus()
    await keys('{Tab}')
    expect(document.activeElement?.closest('.grid-place')).toBeNull()
  })
  test('a letter in the blank row opens the picker with it; Enter takes the row and goes to the next', async () => {
    const form = drawLines({}, [])
    await userEvent.click(page.getByText('Type a department'))
    await keys('{Escape}')
    await expect.element(dialog('Department')).not.toBeInTheDocument()
    await keys('h')
    await expect.element(page.getByRole('combobox', { name: 'Search Department' })).toHaveValue('h')
    await keys('ae{Enter}')
    await expect.element(cell(1, 0)).toHaveFocus()
    expect(linesOf(form)).toMatchObject([{ DepartmentId: 2, Department: { Name: 'Haematology' } }])
    await expect.element(cell(0, 0)).toHaveTextContent('Haematology')
  })
  test('a record that the screen refuses is not added', async () => {
    const form = drawLines({ onPick: () => false }, [])
    await userEvent.click(page.getByText('Type a department'))
    await keys('{Enter}')
    await expect.element(dialog('Department')).not.toBeInTheDocument()
    expect(linesOf(form)).toEqual([])
  })
  test('the button at its end removes a row; a row that cannot be removed has none', async () => {
    const form = drawLines({ canRemove: (row) => row.LineId !== 2 })
    await expect.element(page.getByRole('button', { name: 'Remove row 2' })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Remove row 1' }))
    expect(linesOf(form)).toEqual([expect.objectContaining({ LineId: 2 })])
  })
  test('End goes to the last value, not to the button behind it', async () => {
    drawLines()
    await userEvent.click(cell(0, 0))
    await keys('{End}')
    await expect.element(cell(0, 4)).toHaveFocus()
  })
  test('an error leads to its cell', async () => {
    drawLines()
    await expect.element(cell(1, 2)).toBeVisible()
    focusField('Lines.1.Price')
    await expect.element(cell(1, 2)).toHaveFocus()
  })
})

describe('a row as a form', () => {
  test('F2 opens it: Cancel keeps the row as it was, OK takes the changes', async () => {
    const form = drawLines()
    await userEvent.click(cell(0, 4))
    await keys('{F2}')
    const remark = dialog('Lines').getByRole('textbox', { name: 'Remark' })
    await userEvent.fill(remark, 'not kept')
    await userEvent.click(dialog('Lines').getByRole('button', { name: 'Cancel' }))
    expect(linesOf(form)).toMatchObject([{ Remark: 'first' }, {}])
    await keys('{F2}')
    await userEvent.fill(remark, 'kept')
    await userEvent.click(dialog('Lines').getByRole('button', { name: 'OK' }))
    expect(linesOf(form)).toMatchObject([{ Remark: 'kept', Price: 100, Net: 90 }, {}])
  })
  test('a record being read has only Close, and its grid no blank row', async () => {
    const form = drawLines()
    form.put({ mode: 'view' })
    await expect.element(page.getByText('Type a department')).not.toBeInTheDocument()
    await userEvent.click(cell(1, 1))
    await keys('{F2}')
    await expect.element(dialog('Lines').getByRole('button', { name: 'Close' }).last()).toBeVisible()
    expect(dialog('Lines').getByRole('button', { name: 'OK' }).elements()).toEqual([])
    expect(dialog('Lines').getByRole('textbox').elements()).toEqual([])
  })
})
