// A standard widget on screen: for whom, where, and what it shows.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { widgetFields, widgets } from './widgets.model.ts'

const { Field, useRecord } = screenOf(widgets)

export const Screen = () => (
  <Detail record={useRecord()}>
    <FieldCard label="Widget">
      <Field name="RoleId" span={4} />
      <Field name="EntityTypeId" span={4} />
      <Field name="Target" span={4} />
      <Field name="Label" span={4} note={widgetFields.Label.hint} />
      <Field name="StatementId" span={8} />
      <Field name="QueryParameters" span={12} rows={3} note={widgetFields.QueryParameters.hint} />
    </FieldCard>
  </Detail>
)
