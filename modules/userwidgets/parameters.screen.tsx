// The parameters of the chosen query, a field each; together they are the JSON text that is kept.
import { useMemo } from 'react'
import { useGet } from '../../web/api/cache.ts'
import type { Errors } from '../../core/validate.ts'
import { Field } from '../../web/field/field.tsx'
import type { Form, FormState } from '../../web/record/form.ts'
import { FormContext } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import {
  parameterFields,
  parametersIn,
  parametersOf,
  parametersText,
  type Parameter,
  type Query,
} from '../widgets/parameters.rules.ts'
import { queriesPath } from './check.screen.ts'
import { userwidgets } from './userwidgets.model.ts'

const { useForm, useValue } = screenOf(userwidgets)

const kept = 'QueryParameters'

/** The record around as a form of its parameters: a field that changes, changes the text. */
const formOf = (form: ReturnType<typeof useForm>, parameters: readonly Parameter[]): Form => {
  const values = () => parametersIn(form.get(kept)) ?? {}
  const state = (): FormState => {
    const around = form.state()
    const errors: Errors = {}
    for (const [name, texts] of Object.entries(around.errors)) errors[name.replace(`${kept}.`, '')] = texts
    return { ...around, values: values(), began: {}, errors }
  }
  return {
    ...form,
    model: userwidgets,
    options: {},
    fields: parameterFields(parameters),
    state,
    get: () => null,
    set: () => undefined,
    change: (name, value) => {
      form.change(kept, parametersText({ ...values(), [name]: value }))
      const { [`${kept}.${name}`]: _said, ...errors } = form.state().errors
      form.put({ errors })
    },
  }
}

export const Parameters = () => {
  const form = useForm()
  const chosen = useValue('StatementId')
  const { data } = useGet<readonly Query[]>(queriesPath)
  const parameters = useMemo(() => parametersOf(data, chosen), [data, chosen])
  const inner = useMemo(() => formOf(form, parameters), [form, parameters])
  return (
    <FormContext value={inner}>
      {parameters.map(({ Name, Hint }) => (
        <Field key={`${chosen} ${Name}`} name={Name} span={4} note={Hint ?? undefined} />
      ))}
    </FormContext>
  )
}
