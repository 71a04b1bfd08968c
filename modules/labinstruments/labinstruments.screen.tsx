// A lab instrument on screen, with the elements the lab measures on it.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { labinstruments } from './labinstruments.model.ts'

const options = { start: () => ({ IsActive: true }) }
const elementColumns: readonly GridColumn[] = [
  { name: 'ElementId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Name', width: 'minmax(200px, 1fr)', picks: 'ElementId' },
  { name: 'Description', width: 'minmax(160px, 1fr)', quiet: true },
]

export const Screen = () => {
  const record = useRecord(labinstruments, options)
  return (
    <Detail record={record}>
      <section className="card" aria-label="Lab Instrument">
        <div className="fields">
          <Field name="LabId" span={4} />
          <Field name="InstrumentId" span={4} />
          <Field name="IsActive" />
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
