// Which actions may run on all marked rows of a list at once.
import type { Model, Permit } from '../../../core/model.ts'
import { commonOf } from '../../record/values.ts'
import { openerOf, type Holds } from '../row-actions.ts'
import type { Row } from '../table/columns.ts'

/** `activate` and `deactivate` change a record; the others are actions of the list. */
export type BulkName = 'cancel' | 'unlock' | 'reaccession' | 'activate' | 'deactivate'
export type BulkAct = { readonly name: BulkName; readonly label: string; readonly reason: string | undefined }

const acts = [
  ['unlock', 'unlock', 'Unlock'],
  ['cancel', 'cancel', 'Cancel'],
  ['reaccession', 'reaccession', 'Re-accession'],
] as const
const switches = [
  ['deactivate', 'Deactivate', true],
  ['activate', 'Activate', false],
] as const

/** Why these rows do not allow it: checked for all rows before the first one changes. */
const reasonFor = (rows: readonly Row[], mayOne: (row: Row) => boolean): string | undefined => {
  const not = rows.filter((row) => !mayOne(row)).length
  if (not === 0) return undefined
  return not === rows.length
    ? 'Not possible for them in their present state'
    : `Not possible for ${not} of them in ${not === 1 ? 'its' : 'their'} present state`
}

/** The user's actions on the marked rows, each with the reason why not. */
export const bulkActs = (model: Model, rows: readonly Row[], holds: Holds): readonly BulkAct[] => {
  const opener = openerOf(model)
  const mayUpdate = (permit: Permit) => holds(opener, permit)
  const keepsActive = 'IsActive' in model.fields && rows.every((row) => typeof commonOf(row).IsActive === 'boolean')
  return [
    ...acts
      .filter(([, permit]) => model.permits.includes(permit) && holds(model.id, permit))
      .map(([name, permit, label]) => ({
        name,
        label,
        reason: reasonFor(rows, (row) => holds(model.id, permit, row)),
      })),
    ...switches
      .filter(([, , is]) => keepsActive && mayUpdate('update') && rows.some((row) => commonOf(row).IsActive === is))
      .map(([name, label]) => ({ name, label, reason: reasonFor(rows, (row) => holds(opener, 'update', row)) })),
  ]
}

/** The result in a sentence: how many were done, and why the first of the others was not. */
export const endText = (done: number, refused: readonly string[]): string => {
  if (refused.length === 0) return done === 1 ? '1 done' : `${done} done`
  const [first] = refused
  const others = refused.length > 1 ? `, and ${refused.length - 1} more` : ''
  return `${done} of ${done + refused.length} done. Not done: ${first ?? ''}${others}`
}
