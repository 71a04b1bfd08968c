// Fields that no record has by themselves: together they are the text that one field of the record keeps.
import { useMemo } from 'react'
import type { Fields } from '../../core/model.ts'
import type { Errors } from '../../core/validate.ts'
import { Field } from '../field/field.tsx'
import type { Form, FormState } from '../record/form.ts'
import { FormContext, useForm } from '../record/use-form.ts'
import type { Values } from '../record/values.ts'

type Props = {
  /** The field that keeps the text; what is wrong with one of them is shown at `name.field`. */
  readonly name: string
  readonly fields: Fields
  /** What a text keeps; undefined where it cannot be read. */
  readonly read: (kept: unknown) => Values | undefined
  readonly write: (values: Values) => string
}

/** The record around as a form of these fields: a field that changes, changes the text. */
const formOf = (form: Form, { name: kept, fields, read, write }: Props): Form => {
  const values = () => read(form.get(kept)) ?? {}
  const state = (): FormState => {
    const around = form.state()
    const errors: Errors = {}
    for (const [name, texts] of Object.entries(around.errors)) errors[name.replace(`${kept}.`, '')] = texts
    return { ...around, values: values(), began: {}, errors }
  }
  return {
    ...form,
    options: {},
    fields,
    state,
    get: () => null,
    set: () => undefined,
    change: (name, value) => {
      form.change(kept, write({ ...values(), [name]: value }))
      const { [`${kept}.${name}`]: _said, ...errors } = form.state().errors
      form.put({ errors })
    },
  }
}

export const FieldsInText = ({ name, fields, read, write }: Props) => {
  const form = useForm()
  const inner = useMemo(() => formOf(form, { name, fields, read, write }), [form, name, fields, read, write])
  return (
    <FormContext value={inner}>
      {Object.entries(fields).map(([one, { hint }]) => (
        <Field key={one} name={one} span={4} note={hint} />
      ))}
    </FormContext>
  )
}
