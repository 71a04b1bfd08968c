// A specimen on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { specimens } from './specimens.model.ts'

const options = { start: () => ({ IsActive: true }) }

export const Screen = () => {
  const record = useRecord(specimens, options)
  return (
    <Detail record={record}>
      <section className="card" aria-label="Specimen">
        <div className="fields">
          <Field name="Name" span={4} />
          <Field name="UnitOfMeasure" />
          <Field name="DefaultTemperatureId" span={4} />
          <Field name="IsActive" />
          <Field name="Container" span={4} />
          <Field name="ContainerVolume" />
          <Field name="CapColour" />
          <Field name="Additive" span={4} />
          <Field name="Description" span={12} rows={2} />
        </div>
      </section>
    </Detail>
  )
}
