// The parameters of the chosen query, a field each; the stored JSON text holds them together.
import { useMemo } from 'react'
import type { DraftOf } from '../../core/model.ts'
import type { Errors } from '../../core/validate.ts'
import { answered, useGet } from '../../web/api/cache.ts'
import { FieldsInText } from '../../web/screen/fields-in-text.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import {
  parameterFields,
  parametersIn,
  parametersOf,
  parametersText,
  widgetErrors,
  type Query,
} from '../widgets/parameters.rules.ts'
import { queriesPath, userwidgets, type userWidgetFields } from './userwidgets.model.ts'

const { useValue } = screenOf(userwidgets)

/** Their errors, by the queries that the fields were made from. */
export const errorsOf = (widget: Readonly<DraftOf<typeof userWidgetFields>>): Errors =>
  widgetErrors(answered<readonly Query[]>(queriesPath), widget)

export const Parameters = () => {
  const chosen = useValue('StatementId')
  const { data } = useGet<readonly Query[]>(queriesPath)
  const fields = useMemo(() => parameterFields(parametersOf(data, chosen)), [data, chosen])
  return <FieldsInText key={chosen} name="QueryParameters" fields={fields} read={parametersIn} write={parametersText} />
}
