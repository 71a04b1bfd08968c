// Figures of turn-around as they are drawn: the allowed range of days, hours in words, and the length of each bar.
import { addDays } from '../../core/dates.ts'
import type { RowTo } from '../../core/answer/answer.ts'
import type { lateReports, turnaroundOfDepartments, turnaroundOfSteps } from './answers.model.ts'

/** A department over the chosen days. */
export type DepartmentFigures = RowTo<typeof turnaroundOfDepartments>
/** One step in a department: from the moment before it to its own. */
export type StepFigures = RowTo<typeof turnaroundOfSteps>
/** A report issued, or still missing, after its promised date. */
export type LateReport = RowTo<typeof lateReports>

/** Days at most: every work item in them is read. */
export const mostDays = 92

/** Days, both included, yyyy-mm-dd. */
export type Days = { readonly From: string; readonly To: string }
/** The last days up to this one. */
export const lastDays = (count: number, today: string): Days => ({ From: addDays(today, 1 - count), To: today })

/** What is wrong with the range; undefined when it is right. */
export const daysFault = ({ From, To }: Days): string | undefined => {
  if (To < From) return 'To Date cannot be before From Date'
  return addDays(From, mostDays) < To ? `Choose ${mostDays} days at most` : undefined
}

/** Days and hours from two days on, minutes below one hour. */
export const hoursText = (hours: number): string => {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  if (hours < 48) return `${hours.toFixed(1)} h`
  const whole = Math.round(hours)
  return `${Math.floor(whole / 24)} d ${whole % 24} h`
}

/** Neither issued in time nor late: the promised date is still ahead. */
export const notDue = ({ Reports, InTime, Late }: DepartmentFigures): number => Math.max(0, Reports - InTime - Late)

/** All departments together. */
export const totalOf = (all: readonly DepartmentFigures[]) => {
  const sum = (of: (one: DepartmentFigures) => number) => all.reduce((total, one) => total + of(one), 0)
  const [inTime, late] = [sum((one) => one.InTime), sum((one) => one.Late)]
  return {
    reports: sum((one) => one.Reports),
    out: sum((one) => one.Out),
    inTime,
    late,
    notDue: sum(notDue),
    percent: inTime + late > 0 ? (100 * inTime) / (inTime + late) : null,
  }
}

/** Hours that the axis of the steps ends at: round, and at least the longest of them. */
export const axisOf = (steps: readonly StepFigures[]): number => {
  const longest = Math.max(...steps.map((step) => step.NinetiethHours), 0.5)
  const power = 10 ** Math.floor(Math.log10(longest))
  return [1, 2, 4, 5, 10].map((times) => times * power).find((end) => end >= longest) ?? longest
}

/** Steps by department, in the given order. */
export const byDepartment = (
  steps: readonly StepFigures[],
): readonly { readonly department: string; readonly steps: readonly StepFigures[] }[] =>
  [...Map.groupBy(steps, ({ Department }) => Department)].map(([department, of]) => ({ department, steps: of }))
