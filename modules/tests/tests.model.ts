// A test: elements that are measured and reported together, in the order of the report.
import {
  boolean,
  defineModel,
  integer,
  money,
  multiline,
  number,
  object,
  reference,
  rows,
  text,
  yesNo,
} from '../../core/model.ts'

const testElementFields = {
  ElementId: reference('Id', 'element'),
  Name: text('Name', { computed: true }),
  Description: text('Description', { computed: true }),
}
export const testFields = {
  TestId: integer('Test Id', { computed: true }),
  Code: text('Code', { maxLength: 20 }),
  Name: text('Name', { required: 'Name is required', maxLength: 120 }),
  Description: multiline('Description', { maxLength: 500 }),
  DepartmentId: reference('Department', 'department', { required: 'Department is required', names: 'Department' }),
  Department: object('Department', { DepartmentId: integer('Id'), Name: text('Name') }),
  RecipieCost: money('Recipe Cost', { min: 0, range: 'Recipe Cost cannot be below 0' }),
  SeqNo: integer('Reporting Sequence Number', {
    min: 0,
    max: 100_000,
    range: 'Reporting Sequence Number cannot be below 0',
  }),
  // hours from collection to release
  TatHours: number('Turnaround Time', { min: 0, max: 10_000, range: 'Turnaround Time cannot be below 0' }),
  Comments: multiline('Comments', { maxLength: 2000 }),
  IsActive: boolean('Active'),
  Elements: rows('Elements', testElementFields, {
    rowKey: 'ElementId',
    rowCounts: 'ElementId',
    kept: { table: 'test_elements', order: 'sequence' },
  }),
}

export const tests = defineModel({
  id: 'tests',
  name: 'Tests',
  singular: 'Test',
  icon: 'report-medical',
  group: 'Set-up',
  sequence: 30,
  key: ['TestId'],
  statementId: 1011,
  firstRow: 'A test is a group of elements. Elements come first.',
  fields: testFields,
  list: [
    'TestId',
    'Code',
    'Name',
    { Department: 'text?' },
    'RecipieCost',
    'SeqNo',
    'TatHours',
    'IsActive',
    'DepartmentId',
  ],
  filters: {
    TestId: integer('Test Id'),
    Name: text('Name'),
    Code: text('Code'),
    DepartmentId: reference('Department', 'department'),
    IsActive: yesNo('Active'),
    ProductId: reference('Product', 'anyproduct'),
  },
  imports: true,
  permits: ['list', 'read', 'create', 'update'],
})
