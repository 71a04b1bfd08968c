// A lab instrument on screen, with the elements the lab measures on it.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { linkedColumns } from '../../web/grid/linked-columns.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import type { labInstrumentFields } from './labinstruments.model.ts'
import { labinstruments } from './labinstruments.model.ts'

const { Field, useRecord } = screenOf(labinstruments)
const { GridCard } = gridsOf(labinstruments)

const elementColumns: ScreenColumns<typeof labInstrumentFields, 'Elements'> = [
  ...linkedColumns('ElementId'),
  { name: 'Description', width: 'minmax(160px, 1fr)', quiet: true },
  { name: 'Method', width: 'minmax(160px, 1fr)' },
]

export const Screen = () => (
  <Detail record={useRecord(startsActive)}>
    <FieldCard label="Lab Instrument">
      <Field name="LabId" span={4} />
      <Field name="InstrumentId" span={4} />
      <Field name="IsActive" />
      <Field name="OutOfService" span={6} />
    </FieldCard>
    <GridCard
      name="Elements"
      columns={elementColumns}
      height={250}
      blank="Name of the next element"
      blankAt={1}
      card={(row) => ({ title: row.Name, note: row.Method ?? row.Description })}
    />
  </Detail>
)
