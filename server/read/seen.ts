// The part of a record that its reader may see: fields that the model hides are removed, in rows and nested objects
// too.
import type { Field, Fields, Viewer } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { isPortal } from '../../core/user.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ListPlan } from './list.ts'

const kept = new WeakMap<Fields, boolean>()
/** Whether these fields hide a value from any user: most models hide none. */
const keepsFields = (fields: Fields): boolean => {
  const known = kept.get(fields)
  if (known !== undefined) return known
  const found = Object.values(fields).some(
    (field) => field.seen !== undefined || (field.fields !== undefined && keepsFields(field.fields)),
  )
  kept.set(fields, found)
  return found
}

/**
 * The fields of the record itself that decide what this user may see of it, found by evaluating the conditions on a
 * record that notes which fields are read.
 */
export const askedOf = (fields: Fields, user: Viewer): readonly string[] => {
  const names = new Set<string>()
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') names.add(name)
  }
  const record = new Proxy<Loaded>(
    {},
    {
      get: (_, name) => {
        note(name)
        // a key of no party, so that the next comparison is evaluated too
        return 0
      },
      has: (_, name) => {
        note(name)
        return true
      },
    },
  )
  const ask = (asked: Fields): void => {
    for (const field of Object.values(asked)) {
      field.seen?.(user, record)
      if (field.fields !== undefined && keepsFields(field.fields)) ask(field.fields)
    }
  }
  ask(fields)
  return [...names]
}

const isSeen = (field: Field | undefined, user: Viewer, record: Loaded): boolean => field?.seen?.(user, record) ?? true

const seenValue = (field: Field | undefined, value: unknown, user: Viewer, record: Loaded): unknown => {
  const { fields } = field ?? {}
  if (fields === undefined || !keepsFields(fields)) return value
  if (Array.isArray(value))
    return value.map((row: unknown) => (isObject(row) ? seenOf(fields, row, user, record) : row))
  return isObject(value) ? seenOf(fields, value, user, record) : value
}

/** The values without those that the user may not see. `values` may be a part of `record`. */
export const seenOf = (fields: Fields, values: Loaded, user: Viewer, record: Loaded = values): Loaded =>
  keepsFields(fields)
    ? Object.fromEntries(
        Object.entries(values)
          .filter(([name]) => isSeen(fields[name], user, record))
          .map(([name, value]) => [name, seenValue(fields[name], value, user, record)]),
      )
    : values

/** The columns, those shown by row with their condition, so that hidden values do not affect the sort either. */
const toldColumns = ({ columns, told }: ListPlan, user: Caller): ListPlan['columns'] => {
  const where = told?.where(user)
  if (told === undefined || where === undefined) return columns
  const isTold = (name: string): boolean => told.columns.includes(name)
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      isTold(name) ? `(case when ${where} then ${column} end)` : column,
    ]),
  )
}
/** A list as the user may request it: without the columns and filters of hidden fields, and without hidden filters. */
export const seenPlan = (fields: Fields, plan: ListPlan, user: Caller): ListPlan => {
  const only = <T>(named: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(named).filter(([name]) => isSeen(fields[name], user, {})))
  const filterFields = Object.fromEntries(
    Object.entries(only(plan.filterFields)).filter(([, filter]) => isSeen(filter, user, {})),
  )
  return keepsFields(fields)
    ? { ...plan, columns: only(toldColumns(plan, user)), filterFields }
    : { ...plan, filterFields }
}

export type HistoryEntry = {
  Action: string
  CreatedOn: string
  Remarks: string | null
  User: { UserId: number; UserName: string | null; FullName: string }
  /** The entity at that time. */
  Entity: string | null
  Changes: Record<string, [unknown, unknown]>
}
type SeenEntry = Omit<HistoryEntry, 'Entity' | 'User'> & { User: { UserName: string | null; FullName: string } }

/**
 * Whether a field is hidden from outside users: names and keys of other parties (before a correction the record was of
 * another patient), and fields that the model does not know.
 */
const isOfOthers = (field: Field | undefined): boolean =>
  field === undefined || field.kind === 'reference' || field.kind === 'object'

/** An entry of the history for this reader: outside users see the organisation as the author, and no reasons. */
export const seenEntry = (fields: Fields, entry: HistoryEntry, user: Caller, record: Loaded): SeenEntry => {
  const { Entity, User, ...plain } = entry
  const isOutside = isPortal(user) && User.UserId !== user.UserId
  return {
    ...plain,
    Remarks: isOutside ? null : entry.Remarks,
    User: isOutside
      ? { UserName: null, FullName: Entity ?? 'The laboratory' }
      : { UserName: User.UserName, FullName: User.FullName },
    Changes: Object.fromEntries(
      Object.entries(entry.Changes)
        .filter(([name]) => isSeen(fields[name], user, record) && !(isPortal(user) && isOfOthers(fields[name])))
        .map(([name, [was, is]]) => [
          name,
          [seenValue(fields[name], was, user, record), seenValue(fields[name], is, user, record)],
        ]),
    ),
  }
}
