// A field of a record as people use it: its label and star, its error, what is locked, numbers and dates as typed.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '../../core/dates.ts'
import { date, integer, money, oneOf, text } from '../../core/model.ts'
import { clear, drawForm } from '../screen/on-screen.fixture.tsx'
import { Field } from './field.tsx'

afterEach(clear)

const fields = {
  Name: text('Name', { required: 'Name is required' }),
  Remark: text('Remark'),
  Price: money('Price'),
  Count: integer('Count', { computed: true }),
  BirthDate: date('Birth Date'),
  Kind: oneOf('Kind', [
    [1, 'Walk in'],
    [2, 'Home visit'],
  ]),
}
const box = (name: string) => page.getByRole('textbox', { name })

describe('what a field shows', () => {
  test('the label leads into its box; a required field has the star and the required mark', async () => {
    drawForm(
      <>
        <Field name="Name" />
        <Field name="Remark" />
      </>,
      { fields },
    )
    await userEvent.click(page.getByText('Remark'))
    await expect.element(box('Remark')).toHaveFocus()
    await expect.element(box('Name')).toHaveAttribute('aria-required', 'true')
    expect(box('Remark').element().hasAttribute('aria-required')).toBe(false)
    expect(
      [...document.querySelectorAll('.star')].map((star) => star.closest('[data-field]')?.getAttribute('data-field')),
    ).toEqual(['Name'])
  })
  test('an error shows under the field, is read with it, and disappears when the field changes', async () => {
    const form = drawForm(<Field name="Name" note="As on the card" />, { fields })
    await expect.element(box('Name')).toHaveAccessibleDescription('As on the card')
    form.put({ errors: { Name: ['Name is required'] } })
    await expect.element(box('Name')).toHaveAccessibleDescription('Name is required')
    await expect.element(box('Name')).toHaveAttribute('aria-invalid', 'true')
    await userEvent.type(box('Name'), 'A')
    await expect.element(box('Name')).toHaveAccessibleDescription('As on the card')
    expect(form.state()).toMatchObject({ values: { Name: 'A' }, errors: {} })
  })
  test('a locked field shows the reason and Tab skips it', async () => {
    const form = drawForm(
      <>
        <Field name="Name" empty="From the card" />
        <Field name="Remark" />
      </>,
      { fields, options: { locked: (name) => (name === 'Name' ? 'It was reported' : undefined) } },
    )
    await expect.element(box('Name')).toHaveAccessibleDescription('It was reported')
    await expect.element(box('Name')).toHaveValue('From the card')
    await userEvent.keyboard('{Tab}x')
    expect(form.get('Remark')).toBe('x')
    expect(form.get('Name')).toBeUndefined()
  })
  test('a record being read, or a computed value, shows text without a box; an empty one is a dash', async () => {
    drawForm(
      <>
        <Field name="Price" />
        <Field name="Count" />
        <Field name="Remark" />
      </>,
      { fields, values: { Price: 123456.5, Count: 7 }, mode: 'view' },
    )
    await expect.element(page.getByText('1,23,456.50')).toBeVisible()
    await expect.element(page.getByText('7', { exact: true })).toBeVisible()
    await expect.element(page.getByText('–')).toBeVisible()
    expect(document.querySelector('input')).toBeNull()
  })
})

describe('what is typed', () => {
  test('a number is not rewritten while it is typed: 123.5 never becomes 1235', async () => {
    const form = drawForm(<Field name="Price" />, { fields })
    await userEvent.type(box('Price'), '123.')
    await expect.element(box('Price')).toHaveValue('123.')
    await userEvent.type(box('Price'), '5')
    await expect.element(box('Price')).toHaveValue('123.5')
    await userEvent.keyboard('{Tab}')
    expect(form.get('Price')).toBe(123.5)
  })
  test('a figure typed at focus replaces the value', async () => {
    const form = drawForm(<Field name="Price" />, { fields, values: { Price: 390 } })
    await expect.element(box('Price')).toHaveValue('390.00')
    box('Price').element().focus()
    document.execCommand('insertText', false, '1')
    await expect.element(box('Price')).toHaveValue('1')
    await userEvent.keyboard('00')
    await expect.element(box('Price')).toHaveValue('100')
    expect(form.state().values).toMatchObject({ Price: 100 })
  })
  test('a text that is not a number remains for correction', async () => {
    const form = drawForm(<Field name="Price" />, { fields })
    await userEvent.type(box('Price'), '12x')
    await userEvent.keyboard('{Tab}')
    await expect.element(box('Price')).toHaveValue('12x')
    expect(form.get('Price')).toBe('12x')
  })
  test('a date is typed in a short form and shows in the long one', async () => {
    const form = drawForm(<Field name="BirthDate" />, { fields })
    await userEvent.type(box('Birth Date'), '21/11/92')
    await userEvent.keyboard('{Tab}')
    await expect.element(box('Birth Date')).toHaveValue('21-Nov-1992')
    expect(form.get('BirthDate')).toBe('1992-11-21')
  })
  test('a text that is not a day remains for correction, and an arrow makes it today', async () => {
    const form = drawForm(<Field name="BirthDate" />, { fields, values: { BirthDate: '1980-04-05' } })
    await userEvent.fill(box('Birth Date'), '31-2-80')
    await userEvent.keyboard('{Tab}')
    await expect.element(box('Birth Date')).toHaveValue('31-2-80')
    expect(form.get('BirthDate')).toBe('31-2-80')
    await userEvent.click(box('Birth Date'))
    await userEvent.keyboard('{ArrowDown}')
    expect(form.get('BirthDate')).toBe(dayOf(new Date()))
  })
  test('a click chooses a segment and arrows move the choice', async () => {
    const form = drawForm(<Field name="Kind" segments />, { fields })
    const kinds = page.getByRole('radiogroup', { name: 'Kind' })
    await userEvent.click(kinds.getByText('Walk in'))
    expect(form.get('Kind')).toBe(1)
    await userEvent.keyboard('{ArrowRight}')
    expect(form.get('Kind')).toBe(2)
    await expect.element(kinds.getByRole('radio', { name: 'Home visit' })).toBeChecked()
  })
  test('a change runs the module’s follow-up once, with the value before', async () => {
    const followed: unknown[] = []
    const form = drawForm(<Field name="Kind" />, {
      fields,
      values: { Kind: 1 },
      options: { changed: { Kind: (one, value, before) => void followed.push([one.get('Kind'), value, before]) } },
    })
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Kind' }), 'Home visit')
    expect(followed).toEqual([[2, 2, 1]])
    form.change('Kind', 2)
    expect(followed).toHaveLength(1)
  })
})
