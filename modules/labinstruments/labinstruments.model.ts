// A lab instrument: that a lab has an instrument, and which elements it measures with it.
import { boolean, defineModel, integer, object, reference, rows, text, yesNo } from '../../core/model.ts'

export const labInstrumentFields = {
  LabInstrumentId: integer('Lab Instrument Id', { computed: true }),
  LabId: reference('Lab', 'lab', { required: 'Lab is required', names: 'Lab' }),
  Lab: object('Lab', { ClientId: integer('Id'), Name: text('Name') }),
  InstrumentId: reference('Instrument', 'instrument', { required: 'Instrument is required', names: 'Instrument' }),
  Instrument: object('Instrument', { InstrumentId: integer('Id'), Name: text('Name') }),
  IsActive: boolean('Active'),
  // the reason; empty: it is in service
  OutOfService: text('Out of Service', { maxLength: 200 }),
  Elements: rows(
    'Elements',
    {
      ElementId: reference('Id', 'element'),
      Name: text('Name', { computed: true }),
      Description: text('Description', { computed: true }),
      // by which the lab measures it on this instrument; empty: the method of the element
      Method: text('Method', { maxLength: 120 }),
    },
    { rowKey: 'ElementId', rowCounts: 'ElementId', kept: { table: 'lab_instrument_elements' } },
  ),
}

export const labinstruments = defineModel({
  id: 'labinstruments',
  name: 'Lab Instruments',
  singular: 'Lab Instrument',
  icon: 'adjustments',
  group: 'Set-up',
  sequence: 80,
  key: ['LabInstrumentId'],
  statementId: 1016,
  fields: labInstrumentFields,
  list: [
    'LabInstrumentId',
    { Lab: 'text?', Instrument: 'text?', Department: 'text?', Elements: 'integer?' },
    'IsActive',
    'LabId',
    'InstrumentId',
  ],
  filters: {
    Name: text('Lab or Instrument'),
    DepartmentId: reference('Department', 'department'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  distinctBy: ['LabId', 'InstrumentId'],
  permits: ['list', 'read', 'create', 'update'],
})
