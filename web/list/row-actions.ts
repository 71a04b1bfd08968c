// The actions on a list and its selected row: by the module's permits, the user's permits and their criteria.
import type { Model, Permit } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { textOf } from './table/text-of.ts'

type Row = Readonly<Record<string, unknown>>
/** Whether a permit is held for a module, and for a row when one is given. */
export type Holds = (moduleId: string, permit: Permit, row?: Row) => boolean
export type RowPermit = 'read' | 'print' | 'unlock' | 'receive' | 'cancel' | 'reaccession'
/** `reason`: why the selected row does not allow it now. */
export type RowAction = { permit: RowPermit; label: string; reason: string | undefined }

const labels: readonly (readonly [RowPermit, string])[] = [
  ['print', 'Print'],
  ['unlock', 'Unlock Accession'],
  ['receive', 'Receive'],
  ['cancel', 'Cancel'],
  ['reaccession', 'Re-accession'],
]

type Opened = Pick<Model, 'id' | 'opens' | 'opensEach'>
/** The module whose screen opens the rows, or this row. */
export const openerOf = (model: Opened, row: Row = {}): string =>
  model.opensEach?.find(([, key]) => typeof row[key] === 'number')?.[0] ?? model.opens ?? model.id

/**
 * Puts into the address of a record the list it was opened from, where that is not the opener's own, so that it returns
 * there.
 */
export const fromOf = (model: Opened): { from?: string } =>
  openerOf(model) === model.id && model.opensEach === undefined ? {} : { from: model.id }

/** Buttons of the selected row: those of a permit that the user holds for the module at all. */
export const rowActions = (model: Model, row: Row | undefined, holds: Holds): RowAction[] =>
  labels
    .filter(([permit]) => model.permits.includes(permit) && holds(model.id, permit))
    .map(([permit, label]) => ({
      permit,
      label: permit === 'cancel' ? `${label} ${model.singular}` : label,
      reason:
        row === undefined
          ? 'Select a row first'
          : holds(model.id, permit, row)
            ? undefined
            : `Not possible for this ${inSentence(model.singular)} in its present state`,
    }))

/** Whether the row opens: with permit read on the list's module or on the one that opens its rows. */
export const opens = (model: Model, row: Row, holds: Holds, hasScreen: (moduleId: string) => boolean): boolean => {
  const opener = openerOf(model, row)
  return hasScreen(opener) && (holds(model.id, 'read', row) || (opener !== model.id && holds(opener, 'read', row)))
}

/** Search of a row's detail: the opener's key fields. Undefined when the row lacks them. */
export const searchOf = (opener: Pick<Model, 'key'>, row: Row): Record<string, string | number> | undefined => {
  const pairs = opener.key.flatMap((name) => {
    const value = row[name]
    return typeof value === 'number' || typeof value === 'string' ? [[name, value] as const] : []
  })
  return pairs.length === opener.key.length ? Object.fromEntries(pairs) : undefined
}
/** A row's identity in its list: all its keys, so that two lines of one record are two rows. */
export const identityOf = (model: Pick<Model, 'key'>, row: Row, index: number): string => {
  const keys = model.key.map((name) => textOf(row[name])).filter((value) => value !== '')
  return keys.length > 0 ? keys.join('/') : `#${index}`
}
