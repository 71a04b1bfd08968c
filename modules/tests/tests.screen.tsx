// A test on screen, with its elements in the order of the report.
import { Detail } from '../../web/detail/detail.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { linkedColumns } from '../../web/grid/linked-columns.ts'
import { askDryRun, DryRun, keysOf } from '../../web/screen/dry-run.tsx'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import type { testFields } from './tests.model.ts'
import { tests } from './tests.model.ts'

const { Field, useRecord } = screenOf(tests)
const { GridCard } = gridsOf(tests)

const elementColumns: ScreenColumns<typeof testFields, 'Elements'> = [
  ...linkedColumns('ElementId'),
  { name: 'Description', width: 'minmax(160px, 1fr)', quiet: true },
]

const options: RecordOptions<typeof testFields> = {
  ...startsActive,
  confirm: async (form) => {
    const { mode, began, values } = form.state()
    if (values.IsActive !== true || (mode === 'edit' && began.IsActive === true)) return true
    const ElementIds = (values.Elements ?? []).flatMap((row) => row.ElementId ?? [])
    return askDryRun(tests.id, { TestId: values.TestId, ElementIds: keysOf(ElementIds) })
  },
}

export const Screen = () => {
  const record = useRecord(options)
  const isRead = useFormState(record.form, (state) => state.mode === 'view')
  return (
    <Detail record={record}>
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
      {isRead && <DryRun moduleId={tests.id} query={{ TestId: record.key }} />}
    </Detail>
  )
}
