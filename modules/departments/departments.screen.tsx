// A department on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import { departments } from './departments.model.ts'

const { Field, useRecord } = screenOf(departments)

export const Screen = () => (
  <Detail record={useRecord(startsActive)}>
    <FieldCard label="Department">
      <Field name="Name" span={4} />
      <Field name="Code" />
      <Field name="ParentDepartmentId" span={4} />
      <Field name="IsActive" />
      <Field name="Description" span={12} rows={2} />
    </FieldCard>
  </Detail>
)
