// How the system is, for its administrator: a line a part, each with what to do about it.
import { datetime, defineModel, integer, oneOf, text } from '../../core/model.ts'

const computed = { computed: true }
export const systemStates = [
  ['good', 'Good'],
  ['watch', 'Watch'],
  ['act', 'Act now'],
] as const
export type SystemState = (typeof systemStates)[number][0]

/** The parts, in the order in which they are shown. */
export const systemLines = [
  ['release', 'Release'],
  ['database', 'Database'],
  ['disk', 'Disk'],
  ['backup', 'Backup'],
  ['transactions', 'Transactions'],
  ['connections', 'Connections'],
  ['replica', 'Replica'],
  ['jobs', 'Jobs'],
  ['letters', 'Letters'],
  ['records', 'Records'],
  ['history', 'History'],
  ['clock', 'Clock'],
  ['certificate', 'Certificate'],
] as const
export type SystemLine = (typeof systemLines)[number][0]

export const systemstatus = defineModel({
  id: 'systemstatus',
  name: 'System Status',
  singular: 'System Status',
  icon: 'gauge',
  group: 'Set-up',
  sequence: 99,
  key: ['Line'],
  statementId: 1090,
  firstRow: 'The first check runs within five minutes of the start.',
  createdBy: [],
  defaultDays: 0,
  permits: ['list'],
  fields: {
    Line: integer('Line', computed),
    Name: text('Part', computed),
    State: oneOf('State', systemStates, computed),
    Value: text('Found', computed),
    Advice: text('What to do', computed),
    Since: datetime('Since', computed),
    CheckedOn: datetime('Checked', computed),
  },
  list: ['Line', 'Name', 'State', 'Value', 'Advice', 'Since', 'CheckedOn'],
  filters: { State: oneOf('State', systemStates) },
})
