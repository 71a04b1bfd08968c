// A department on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { departments } from './departments.model.ts'

const { Field, useRecord } = screenOf(departments)
const options = { start: () => ({ IsActive: true }) }

export const Screen = () => (
  <Detail record={useRecord(options)}>
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
