// A department on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { departments } from './departments.model.ts'

const options = { start: () => ({ IsActive: true }) }

export const Screen = () => {
  const record = useRecord(departments, options)
  return (
    <Detail record={record}>
      <section className="card" aria-label="Department">
        <div className="fields">
          <Field name="Name" span={4} />
          <Field name="Code" />
          <Field name="ParentDepartmentId" span={4} />
          <Field name="IsActive" />
          <Field name="Description" span={12} rows={2} />
        </div>
      </section>
    </Detail>
  )
}
