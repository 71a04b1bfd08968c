// A test on screen, with its elements in the order of the report.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { linkedColumns } from '../../web/grid/linked-columns.ts'
import { screenOf, type ScreenColumns } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import type { testFields } from './tests.model.ts'
import { tests } from './tests.model.ts'

const { Field, GridCard, useRecord } = screenOf(tests)

const elementColumns: ScreenColumns<typeof testFields, 'Elements'> = [
  ...linkedColumns('ElementId'),
  { name: 'Description', width: 'minmax(160px, 1fr)', quiet: true },
]

export const Screen = () => (
  <Detail record={useRecord(startsActive)}>
    <FieldCard label="Test">
      <Field name="Code" />
      <Field name="Name" span={4} />
      <Field name="DepartmentId" span={4} />
      <Field name="IsActive" />
      <Field name="RecipieCost" />
      <Field name="SeqNo" span={4} />
      <Field name="TatHours" span={4} note="Hours from collection to release" />
      <Field name="Description" span={6} rows={2} />
      <Field name="Comments" span={6} rows={2} />
    </FieldCard>
    <GridCard
      name="Elements"
      columns={elementColumns}
      height={250}
      blank="Name of the next element"
      blankAt={1}
      card={(row) => ({ title: row.Name, note: row.Description })}
    />
  </Detail>
)
