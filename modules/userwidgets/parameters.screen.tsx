// The parameters of the chosen query, a field each; the stored JSON text holds them together.
import { useMemo } from 'react'
import type { widgetStatements } from '../../core/answer/questions.ts'
import type { DraftOf } from '../../core/model.ts'
import type { Errors } from '../../core/validate.ts'
import { answeredTo, useAnswer } from '../../web/api/cache.ts'
import { FieldsInText } from '../../web/screen/fields-in-text.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import {
  parameterFields,
  parametersIn,
  parametersOf,
  parametersText,
  widgetErrors,
} from '../widgets/parameters.rules.ts'
import { queries, userwidgets, type userWidgetFields } from './userwidgets.model.ts'

const { useValue } = screenOf(userwidgets)

/** Their errors, by the queries that the fields were made from. */
export const errorsOf = (widget: Readonly<DraftOf<typeof userWidgetFields>>): Errors =>
  widgetErrors(answeredTo<typeof widgetStatements>(queries), widget)

export const Parameters = () => {
  const chosen = useValue('StatementId')
  const { data } = useAnswer<typeof widgetStatements>(queries)
  const fields = useMemo(() => parameterFields(parametersOf(data, chosen)), [data, chosen])
  return <FieldsInText key={chosen} name="QueryParameters" fields={fields} read={parametersIn} write={parametersText} />
}
