import { describe, expect, test } from 'vitest'
import { integer, number, text } from '../../../core/model.ts'
import { fieldError } from '../../../core/validate.ts'
import { quickErrors } from './quick-add.rules.ts'

describe('FND-185 what a quick-add form requires', () => {
  const fields = {
    Name: text('Name', { required: 'Name is required' }),
    Age: integer('Age', { min: 0, max: 120, range: 'Age must be between 0 and 120' }),
    GenderId: integer('Gender'),
    Height: number('Height', { min: 30, max: 250, range: 'Height must be between 30 and 250' }),
  }
  test('name, gender and age of a patient', () =>
    expect(quickErrors('patient', fields, {}, fieldError)).toEqual({
      Name: 'Name is required',
      GenderId: 'Gender is required',
      Age: 'Age is required',
    }))
  test('FND-187 only the name of a doctor', () =>
    expect(quickErrors('doctor', fields, {}, fieldError)).toEqual({ Name: 'Name is required' }))
  test('bounds', () =>
    expect(quickErrors('doctor', fields, { Name: 'A', Age: 130, Height: 20 }, fieldError)).toEqual({
      Age: 'Age must be between 0 and 120',
      Height: 'Height must be between 30 and 250',
    }))
})
