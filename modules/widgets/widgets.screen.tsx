// A standard widget on screen: for whom, where, and what it shows.
import { useMemo } from 'react'
import type { queryStatements } from '../../core/answer/questions.ts'
import { answeredTo, useAnswer } from '../../web/api/cache.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { FieldsInText } from '../../web/screen/fields-in-text.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { parameterFields, parametersIn, parametersOf, parametersText, widgetErrors } from './parameters.rules.ts'
import { queries, widgets, type widgetFields } from './widgets.model.ts'

const { Field, useRecord, useValue } = screenOf(widgets)

const options: RecordOptions<typeof widgetFields> = {
  // another query has other parameters
  changed: { StatementId: (form) => form.set({ QueryParameters: null }) },
  check: (widget) => widgetErrors(answeredTo<typeof queryStatements>(queries), widget),
}

/** A field for each parameter, and below them the stored text that they write. */
const Takes = () => {
  const chosen = useValue('StatementId')
  const { data } = useAnswer<typeof queryStatements>(queries)
  const fields = useMemo(() => parameterFields(parametersOf(data, chosen)), [data, chosen])
  const note = Object.keys(fields).length > 0 ? 'Written by the fields above' : 'This query takes no parameters'
  return (
    <>
      <FieldsInText key={chosen} name="QueryParameters" fields={fields} read={parametersIn} write={parametersText} />
      <Field name="QueryParameters" span={12} rows={1} note={chosen ? note : undefined} />
    </>
  )
}

export const Screen = () => (
  <Detail record={useRecord(options)}>
    <FieldCard label="Widget">
      <Field name="RoleId" span={4} />
      <Field name="EntityTypeId" span={4} />
      <Field name="Target" span={4} note="B1 to B4: the tiles from the left. T1 to T4: the tables below" />
      <Field name="Label" span={4} note="Empty: the query's own name" />
      <Field name="StatementId" span={8} />
      <Takes />
    </FieldCard>
  </Detail>
)
