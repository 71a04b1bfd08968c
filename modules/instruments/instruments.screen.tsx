// An instrument on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import { instruments } from './instruments.model.ts'

const { Field, useRecord } = screenOf(instruments)

export const Screen = () => (
  <Detail record={useRecord(startsActive)}>
    <FieldCard label="Instrument">
      <Field name="Name" span={4} />
      <Field name="DepartmentId" span={4} />
      <Field name="PrintWorksheet" />
      <Field name="IsActive" />
      <Field name="Description" span={8} rows={2} />
      <Field name="Interface" span={4} />
    </FieldCard>
  </Detail>
)
