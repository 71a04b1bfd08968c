// A rule that approves results of an element at a lab, and the outcome of its trial on past results.
import { boolean, datetime, defineModel, integer, number, object, reference, text, yesNo } from '../../core/model.ts'

export const verificationRuleFields = {
  VerificationRuleId: integer('Rule Id', { computed: true }),
  Name: text('Name', { required: 'Name is required', maxLength: 120 }),
  LabId: reference('Lab', 'lab', { required: 'Lab is required', names: 'Lab' }),
  Lab: object('Lab', { ClientId: integer('Id'), Name: text('Name') }),
  ElementId: reference('Element', 'element', { required: 'Element is required', names: 'Element' }),
  Element: object('Element', { ElementId: integer('Id'), Name: text('Name') }),
  // narrower than the interval, both included; empty: the interval alone
  LowValue: number('At least'),
  HighValue: number('At most'),
  // an act switches it on and off
  IsActive: boolean('On', { computed: true }),
  // raised by each change of its definition
  RuleVersion: integer('Version', { computed: true }),
  SwitchedById: integer('Switched By Id', { computed: true }),
  SwitchedBy: text('Switched by', { computed: true }),
  SwitchedAt: datetime('Switched at', { computed: true }),
  // the element's definition has changed since the trial: it approves no result until it is tried again
  IsOutdated: boolean('Element changed since', { computed: true }),
  DryRunVersion: integer('Tried Version', { computed: true }),
  DryRunAt: datetime('Tried on', { computed: true }),
  DryRunResults: integer('Past Results', { computed: true }),
  DryRunVerified: integer('Would be verified', { computed: true }),
  DryRunMisses: integer('Changed afterwards', { computed: true }),
}

export const verificationrules = defineModel({
  id: 'verificationrules',
  name: 'Verification Rules',
  singular: 'Verification Rule',
  icon: 'shield-check',
  group: 'Set-up',
  sequence: 85,
  key: ['VerificationRuleId'],
  statementId: 1060,
  fields: verificationRuleFields,
  list: [
    'VerificationRuleId',
    'Name',
    { Lab: 'text?', Element: 'text?' },
    'LowValue',
    'HighValue',
    'IsActive',
    'SwitchedBy',
    'DryRunResults',
    'DryRunVerified',
    'DryRunMisses',
    'IsOutdated',
    'LabId',
    'ElementId',
  ],
  filters: {
    Name: text('Name or Element'),
    LabId: reference('Lab', 'lab'),
    IsActive: yesNo('On'),
  },
  permits: ['list', 'read', 'create', 'update', 'approve'],
})
