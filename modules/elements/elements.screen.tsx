// An element on screen: how it is measured, in which specimens, and its reference ranges.
import { Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { nameOf } from '../../web/record/shown.ts'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { elements } from './elements.model.ts'
import { resultType } from '../lists/items.model.ts'

const options = { start: () => ({ IsActive: true, PrintOnReport: true, ReviewRequired: false }) }

const specimenColumns: readonly GridColumn[] = [
  { name: 'SpecimenId', width: 'minmax(160px, 1fr)' },
  { name: 'MinVolume', width: 100 },
  { name: 'StdVolume', width: 100 },
  { name: 'TemperatureId', width: 200 },
]
const measurementColumns: readonly GridColumn[] = [
  { name: 'InstrumentId', width: 110 },
  { name: 'GenderId', width: 80 },
  { name: 'MinAge', width: 76 },
  { name: 'MaxAge', width: 80 },
  { name: 'MinAgeDays', title: 'Min Days', width: 76, quiet: true },
  { name: 'MaxAgeDays', title: 'Max Days', width: 78, quiet: true },
  { name: 'LowValue', width: 70 },
  { name: 'HighValue', width: 70 },
  { name: 'CriticallyLowValue', width: 110 },
  { name: 'CriticallyHighValue', width: 114 },
  { name: 'PrintableRange', width: 'minmax(130px, 1fr)' },
  { name: 'PossibleValues', width: 128 },
  { name: 'HasImage', width: 86 },
]
const measurementItem = [
  'InstrumentId',
  'GenderId',
  'MinAge',
  'MaxAge',
  'MinAgeDays',
  'MaxAgeDays',
  'LowValue',
  'HighValue',
  'CriticallyLowValue',
  'CriticallyHighValue',
  'PrintableRange',
  'PossibleValues',
  'HasImage',
]

export const Screen = () => {
  const record = useRecord(elements, options)
  const type = useFormState(record.form, (state) => state.values['ResultTypeId'])
  return (
    <Detail record={record}>
      <section className="card" aria-label="Element">
        <div className="fields">
          <Field name="Code" />
          <Field name="Name" span={4} />
          <Field name="DepartmentId" span={4} />
          <Field name="IsActive" />
          <Field name="UnitOfMeasure" />
          <Field name="ResultTypeId" span={4} />
          <Field name="DecimalPlaces" />
          <Field name="ReviewRequired" />
          <Field name="PrintOnReport" />
          {type === resultType.Formula && <Field name="Formula" span={12} />}
          <Field name="Method" span={4} />
          <Field name="Loinc" />
          <Field name="Ucum" />
          <Field name="AbnormalValues" />
          <Field name="SampleTimePoint" />
          <Field name="Description" span={12} rows={2} />
        </div>
      </section>
      <GridCard
        name="ElementSpecimens"
        label="Specimens"
        columns={specimenColumns}
        height={250}
        blank="Name of the next specimen"
        card={(row) => ({ title: nameOf(row['Specimen']), end: String(row['StdVolume'] ?? '') })}
      />
      <GridCard
        name="ElementMeasurements"
        label="Reference Ranges"
        columns={measurementColumns}
        height={350}
        item={measurementItem}
        card={(row) => ({
          title: String(row['PrintableRange'] ?? ''),
          note: [row['MinAge'], row['MaxAge']].map((age) => String((age ?? '') as number)).join(' - '),
        })}
      />
    </Detail>
  )
}
