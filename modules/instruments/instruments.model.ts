// An instrument: a make of analyser, in its department; a lab instrument says which lab has one.
import { boolean, defineModel, integer, multiline, object, reference, text, yesNo } from '../../core/model.ts'

const instrumentFields = {
  InstrumentId: integer('Instrument Id', { computed: true }),
  Name: text('Name', { required: 'Name is required', maxLength: 80 }),
  Description: multiline('Description', { maxLength: 500 }),
  DepartmentId: reference('Department', 'department', { required: 'Department is required', names: 'Department' }),
  Department: object('Department', { DepartmentId: integer('Id'), Name: text('Name') }),
  PrintWorksheet: boolean('Print Worksheet'),
  Interface: text('Interface', { maxLength: 80 }),
  IsActive: boolean('Active'),
}

export const instruments = defineModel({
  id: 'instruments',
  name: 'Instruments',
  singular: 'Instrument',
  icon: 'microscope',
  group: 'Set-up',
  sequence: 70,
  key: ['InstrumentId'],
  statementId: 1015,
  fields: instrumentFields,
  list: ['InstrumentId', 'Name', 'Description', { Department: 'text?' }, 'PrintWorksheet', 'IsActive', 'DepartmentId'],
  filters: {
    Name: text('Name'),
    DepartmentId: reference('Department', 'department'),
    IsActive: yesNo('Active'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})
