// A specimen on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import { specimens } from './specimens.model.ts'

const { Field, useRecord } = screenOf(specimens)

export const Screen = () => (
  <Detail record={useRecord(startsActive)}>
    <FieldCard label="Specimen">
      <Field name="Name" span={4} />
      <Field name="UnitOfMeasure" />
      <Field name="DefaultTemperatureId" span={4} />
      <Field name="IsActive" />
      <Field name="Container" span={4} />
      <Field name="ContainerVolume" />
      <Field name="CapColour" />
      <Field name="Additive" span={4} />
      <Field name="Description" span={12} rows={2} />
    </FieldCard>
  </Detail>
)
