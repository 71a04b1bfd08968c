// What a sheet shows of sensitive results: one's own work as it is, the rest once a reason is given.
import { nothingPrinted } from '../../testreports/printed/printed.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'

/** It has, or had, a value that is kept apart. */
export const isKeptApart = ({ IsSensitive, Result, Runs, Amendment }: ResultRow): boolean =>
  IsSensitive && (Result !== null || Runs.length > 0 || Amendment !== null)

/** Its reader has something to do with it: it is entered, reviewed, approved or released. */
export const isOwnWork = ({ Actions, Amendment, ...row }: ResultRow): boolean => {
  const { update, note, review, approve, release, repeat } = Actions
  return (Amendment !== null || !isOut(row)) && [update, note, review, approve, release, repeat].includes(true)
}

/** A sensitive result is seen with its own sale alone: without those of other sales. */
export const withoutEarlier = (row: ResultRow): ResultRow =>
  row.IsSensitive ? { ...row, PreviousResult: null, PreviousDate: null, History: [], Neighbours: [] } : row

/** The row as it is shown before a reason is given: what is measured, and nothing that says what was found. */
export const closed = (row: ResultRow): ResultRow => ({
  ...row,
  IsClosed: true,
  Result: null,
  Comparator: null,
  NotCalculated: null,
  Flag: null,
  Remarks: null,
  ...nothingPrinted,
  Runs: [],
  Neighbours: [],
  TubeFaults: [],
  IsDelta: false,
  NoRange: false,
  ReviewNeeded: false,
  CriticalCall: null,
  CallAttempts: [],
  IsToCallAgain: false,
  ApprovedByRule: null,
  Amendment: null,
  Actions: {},
})
