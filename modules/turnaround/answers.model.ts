// What the figures of turn-around answer.
import { rowsAt } from '../../core/answer/answer.ts'

/** By department. */
export const turnaroundOfDepartments = rowsAt(2120, {
  Department: 'text',
  MedianHours: 'number?',
  Late: 'integer',
  InTimePercent: 'number?',
  Reports: 'integer',
  Out: 'integer',
  InTime: 'integer',
  NinetiethHours: 'number?',
})

/** One step in a department: from the moment before it to its own. */
export const turnaroundOfSteps = rowsAt(2121, {
  Department: 'text',
  Step: 'text',
  Reports: 'integer',
  MedianHours: 'number',
  NinetiethHours: 'number',
})

/** A report issued, or still missing, after its promised date. */
export const lateReports = rowsAt(2122, {
  SaleId: 'integer',
  AccessionNo: 'text',
  Patient: 'text',
  Department: 'text',
  HoursLate: 'number',
  ReportDate: 'datetime',
  ReleasedDate: 'datetime?',
})
