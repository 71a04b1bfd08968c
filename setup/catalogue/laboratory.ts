// The laboratory part of a catalogue, for the demo and the starter catalogue: departments, specimens, instruments,
// elements and tests.
import type { Tx } from '../../server/db/db.ts'
import { rangeAsks } from '../../modules/elements/draw.rules.ts'
import { insertAll, rowsOf, type Catalogue, type Row } from './rows.ts'

/** Values as an element keeps them, split by `|`. */
const valuesOf = (value: unknown): unknown => (Array.isArray(value) ? value.join('|') : (value ?? null))

export const loadLaboratory = async (tx: Tx, c: Catalogue): Promise<void> => {
  await insertAll(
    tx,
    'departments',
    ['DepartmentId', 'Name', 'Code', 'ParentDepartmentId', 'Sequence', 'IsActive', 'RowVersion'],
    c.departments.map((d, i) => ({ ...d, Sequence: i, IsActive: true, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'specimens',
    [
      'SpecimenId',
      'Name',
      'UnitOfMeasure',
      'Container',
      'CapColour',
      'Additive',
      'DefaultTemperatureId',
      'ContainerVolume',
      'IsActive',
      'RowVersion',
    ],
    c.specimens.map((s) => ({
      ...s,
      ContainerVolume: /tube/i.test(String(s['Container'])) ? 4 : 60,
      IsActive: true,
      RowVersion: 1,
    })),
  )
  await insertAll(
    tx,
    'instruments',
    ['InstrumentId', 'Name', 'Description', 'DepartmentId', 'PrintWorksheet', 'Interface', 'IsActive', 'RowVersion'],
    c.instruments.map((s) => ({ ...s, IsActive: true, RowVersion: 1 })),
  )
  const elements = c.elements.map((e): Row => ({
    ...e,
    PrintOnReport: e['PrintOnReport'] ?? true,
    IsSensitive: e['IsSensitive'] ?? false,
    ToBeVerified: e['ToBeVerified'] ?? false,
    AbnormalValues: valuesOf(e['AbnormalValues']),
    CriticalValues: valuesOf(e['CriticalValues']),
    IsActive: true,
    RowVersion: 1,
  }))
  await insertAll(
    tx,
    'elements',
    [
      'ElementId',
      'Code',
      'Name',
      'Description',
      'UnitOfMeasure',
      'DepartmentId',
      'DecimalPlaces',
      'ReviewRequired',
      'ResultTypeId',
      'Formula',
      'Method',
      'Loinc',
      'Ucum',
      'AbnormalValues',
      'CriticalValues',
      'DeltaCheck',
      'SampleTimePoint',
      'PrintOnReport',
      'IsSensitive',
      'ToBeVerified',
      'IsActive',
      'RowVersion',
    ],
    elements,
  )
  const within = (name: string) =>
    c.elements.flatMap((e) =>
      rowsOf(e, name).map((row, i): Row => ({
        ...row,
        ElementId: e['ElementId'],
        Sequence: i,
        HasImage: row['HasImage'] ?? false,
        ...Object.fromEntries(rangeAsks.map((name) => [name, row[name] ?? null])),
        EffectiveFrom: '-infinity',
        EffectiveTill: 'infinity',
      })),
    )
  await insertAll(
    tx,
    'element_specimens',
    ['ElementSpecimenId', 'ElementId', 'SpecimenId', 'MinVolume', 'StdVolume', 'TemperatureId', 'Sequence'],
    within('ElementSpecimens'),
  )
  await insertAll(
    tx,
    'element_measurements',
    [
      'ElementMeasurementId',
      'ElementId',
      'InstrumentId',
      'GenderId',
      ...rangeAsks,
      'MinAge',
      'MaxAge',
      'MinAgeDays',
      'MaxAgeDays',
      'MinAgeHours',
      'MaxAgeHours',
      'PrintableRange',
      'LowValue',
      'HighValue',
      'CriticallyLowValue',
      'CriticallyHighValue',
      'PossibleValues',
      'HasImage',
      'Sequence',
      'EffectiveFrom',
      'EffectiveTill',
    ],
    within('ElementMeasurements'),
  )
  await insertAll(
    tx,
    'lab_instruments',
    ['LabInstrumentId', 'LabId', 'InstrumentId', 'IsActive', 'RowVersion'],
    c.labInstruments.map((l) => ({ ...l, IsActive: true, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'lab_instrument_elements',
    ['LabInstrumentId', 'ElementId'],
    c.labInstruments.flatMap((l) =>
      (l['ElementIds'] as number[]).map((ElementId) => ({ LabInstrumentId: l['LabInstrumentId'], ElementId })),
    ),
  )
  await insertAll(
    tx,
    'tests',
    [
      'TestId',
      'Code',
      'Name',
      'Description',
      'DepartmentId',
      'RecipieCost',
      'SeqNo',
      'TatHours',
      'IsActive',
      'RowVersion',
    ],
    c.tests.map((t) => ({ ...t, RowVersion: 1 })),
  )
  await insertAll(
    tx,
    'test_elements',
    ['TestId', 'ElementId', 'Sequence'],
    c.tests.flatMap((t) =>
      (t['ElementIds'] as number[]).map((ElementId, Sequence) => ({ TestId: t['TestId'], ElementId, Sequence })),
    ),
  )
}
