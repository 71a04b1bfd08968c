// A standard widget on screen: for whom, where, and what it shows.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { widgets } from './widgets.model.ts'

const { Field, useRecord } = screenOf(widgets)

export const Screen = () => (
  <Detail record={useRecord()}>
    <FieldCard label="Widget">
      <Field name="RoleId" span={4} />
      <Field name="EntityTypeId" span={4} />
      <Field name="Target" span={4} />
      <Field name="Label" span={4} note="Empty: the query's own name" />
      <Field name="StatementId" span={8} />
      <Field name="QueryParameters" span={12} rows={3} note={'JSON: {"Days": 14}'} />
    </FieldCard>
  </Detail>
)
