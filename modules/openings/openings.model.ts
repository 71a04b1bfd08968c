// Openings of sensitive results: who saw which, when, as what and why. A log, which nobody writes by hand.
import { datetime, defineModel, integer, oneOf, text } from '../../core/model.ts'

const computed = { computed: true }

/** What was opened; `reason` is the moment at which the reason was given. */
export const openedAs = [
  ['reason', 'Reason given'],
  ['sheet', 'Result sheet'],
  ['print', 'Report'],
  ['history', 'History'],
  ['file', 'Paper of an outside lab'],
] as const
export type OpenedAs = (typeof openedAs)[number][0]

const whys = [
  ['reason', 'With a reason'],
  ['work', 'At work'],
  ['portal', 'As its reader'],
] as const
export type Why = (typeof whys)[number][0]

export const openings = defineModel({
  id: 'openings',
  name: 'Results Opened',
  singular: 'Opening',
  icon: 'shield-check',
  group: 'Laboratory',
  sequence: 95,
  key: ['OpeningId'],
  statementId: 1081,
  createdBy: [],
  defaultDays: 30,
  firstRow: 'Each opening of a sensitive result is kept here: its sheet, report, history or file.',
  permits: ['list'],
  fields: {
    OpeningId: integer('Opening Id', computed),
    OpenedOn: datetime('Opened', computed),
    User: text('User', computed),
    AccessionNo: text('Accession No', computed),
    What: oneOf('What', openedAs, computed),
    Why: oneOf('Why', whys, computed),
    Reason: text('Reason', computed),
    SaleId: integer('Sale Id', computed),
  },
  list: ['OpenedOn', 'User', 'AccessionNo', 'What', 'Why', 'Reason', 'SaleId', 'OpeningId'],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    User: text('User'),
    AccessionNo: text('Accession No'),
    Why: oneOf('Why', whys),
  },
})
