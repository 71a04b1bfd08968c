// A test on screen, with its elements in the order of the report.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { tests } from './tests.model.ts'

const options = { start: () => ({ IsActive: true }) }
const elementColumns: readonly GridColumn[] = [
  { name: 'ElementId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Name', width: 'minmax(200px, 1fr)', picks: 'ElementId' },
  { name: 'Description', width: 'minmax(160px, 1fr)', quiet: true },
]

export const Screen = () => {
  const record = useRecord(tests, options)
  return (
    <Detail record={record}>
      <section className="card" aria-label="Test">
        <div className="fields">
          <Field name="Code" />
          <Field name="Name" span={4} />
          <Field name="DepartmentId" span={4} />
          <Field name="IsActive" />
          <Field name="RecipieCost" />
          <Field name="SeqNo" span={4} />
          <Field name="TatHours" span={4} note="Hours from collection to release" />
          <Field name="Description" span={6} rows={2} />
          <Field name="Comments" span={6} rows={2} />
        </div>
      </section>
      <GridCard
        name="Elements"
        label="Elements"
        columns={elementColumns}
        height={250}
        blank="Name of the next element"
        blankAt={1}
        card={(row) => ({ title: String(row['Name'] ?? ''), note: String(row['Description'] ?? '') })}
      />
    </Detail>
  )
}
