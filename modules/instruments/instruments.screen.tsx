// An instrument on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { instruments } from './instruments.model.ts'

const options = { start: () => ({ IsActive: true }) }

export const Screen = () => {
  const record = useRecord(instruments, options)
  return (
    <Detail record={record}>
      <section className="card" aria-label="Instrument">
        <div className="fields">
          <Field name="Name" span={4} />
          <Field name="DepartmentId" span={4} />
          <Field name="PrintWorksheet" />
          <Field name="IsActive" />
          <Field name="Description" span={8} rows={2} />
          <Field name="Interface" span={4} />
        </div>
      </section>
    </Detail>
  )
}
