// An element on screen: how it is measured, in which specimens, and its reference ranges.
import { Detail } from '../../web/detail/detail.tsx'
import { askChoice } from '../../web/dialog/ask.ts'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { nameOf } from '../../web/record/shown.ts'
import type { elementFields } from './elements.model.ts'
import { elements } from './elements.model.ts'
import { writtenErrors } from './elements.rules.ts'
import { FormulaField } from './formula.screen.tsx'
import { InForce, RangesFrom } from './in-force/in-force.screen.tsx'
import { ToBeVerified } from './verify/verify.screen.tsx'
import { resultType } from '../lists/items.model.ts'

const { Field, useRecord } = screenOf(elements)
const { GridCard } = gridsOf(elements)

const options: RecordOptions<typeof elementFields> = {
  start: () => ({ IsActive: true, PrintOnReport: true, ReviewRequired: false, IsSensitive: false }),
  check: writtenErrors,
  refused: async (form, message) => {
    const { SameUnit, FormulasChecked } = form.state().errors
    // an answer is valid only for the save that asked
    if (!SameUnit) {
      form.set({ SameUnit: null, FormulasChecked: null })
      return false
    }
    const answer = await askChoice({
      title: 'Another unit',
      text: SameUnit[0] ?? message,
      choices: [
        ['SameUnit', 'It is the same unit, spelled in another way'],
        ...(FormulasChecked ? [['FormulasChecked', 'The formulas are checked'] as const] : []),
      ],
      cancel: 'Correct',
    })
    if (answer !== undefined) form.set({ [answer]: true })
    return answer !== undefined
  },
}

const specimenColumns: ScreenColumns<typeof elementFields, 'ElementSpecimens'> = [
  { name: 'SpecimenId', width: 'minmax(160px, 1fr)' },
  { name: 'MinVolume', width: 100 },
  { name: 'StdVolume', width: 100 },
  { name: 'StableHours', width: 100 },
  { name: 'TemperatureId', width: 200 },
]
const measurementColumns: ScreenColumns<typeof elementFields, 'ElementMeasurements'> = [
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
  { name: 'Pregnancy', width: 110 },
  { name: 'MinWeeks', width: 92, quiet: true },
  { name: 'MaxWeeks', width: 94, quiet: true },
  { name: 'Fasting', width: 100, quiet: true },
  { name: 'CyclePhase', title: 'Cycle Phase', width: 130, quiet: true },
  { name: 'Treatment', width: 130, quiet: true },
  { name: 'MinAgeHours', title: 'Min Hours', width: 80, quiet: true },
  { name: 'MaxAgeHours', title: 'Max Hours', width: 82, quiet: true },
]
const measurementItem = [
  'InstrumentId',
  'GenderId',
  'MinAge',
  'MaxAge',
  'MinAgeDays',
  'MaxAgeDays',
  'MinAgeHours',
  'MaxAgeHours',
  'LowValue',
  'HighValue',
  'CriticallyLowValue',
  'CriticallyHighValue',
  'PrintableRange',
  'PossibleValues',
  'HasImage',
  'Pregnancy',
  'MinWeeks',
  'MaxWeeks',
  'Fasting',
  'CyclePhase',
  'Treatment',
] as const

export const Screen = () => {
  const record = useRecord(options)
  const type = useFormState(record.form, (state) => state.values.ResultTypeId)
  return (
    <Detail record={record}>
      <ToBeVerified />
      <InForce />
      <FieldCard label="Element">
        <Field name="Code" />
        <Field name="Name" span={4} />
        <Field name="DepartmentId" span={4} />
        <Field name="IsActive" />
        <Field name="UnitOfMeasure" />
        <Field name="ResultTypeId" span={4} />
        <Field name="DecimalPlaces" />
        <Field name="ReviewRequired" segments />
        <Field name="PrintOnReport" />
        <Field name="IsSensitive" />
        {type === resultType.Formula && <Field name="SensitiveThrough" span={4} />}
        {type === resultType.Formula && <FormulaField />}
        <Field name="Method" span={4} />
        <Field name="Loinc" />
        <Field name="Ucum" />
        <Field name="AbnormalValues" />
        <Field name="CriticalValues" />
        <Field name="SampleTimePoint" />
        <Field name="Description" span={12} rows={2} />
        <RangesFrom />
      </FieldCard>
      <GridCard
        name="ElementSpecimens"
        columns={specimenColumns}
        height={250}
        blank="Name of the next specimen"
        card={(row) => ({ title: nameOf(row.Specimen), end: row.StdVolume })}
      />
      <GridCard
        name="ElementMeasurements"
        columns={measurementColumns}
        height={350}
        item={measurementItem}
        card={(row) => ({
          title: row.PrintableRange,
          note: [row.MinAge, row.MaxAge].map((age) => age ?? '').join(' - '),
        })}
      />
    </Detail>
  )
}
