// The act at an address: so that one that was asked for is carried out by the very door that refused it.
import { now } from '../../clock.ts'
import type { Fields, Permit } from '../../../core/model.ts'
import { validate } from '../../../core/validate.ts'
import type { Loaded } from '../../caller.ts'
import type { Tx } from '../../db/db.ts'
import type { Action, BulkAction, ServerModule } from '../../module.ts'
import { invalid, malformed } from '../../refusal.ts'
import { act, actOnMany } from '../act.ts'
import type { Meta, Saved } from '../once.ts'
import { save } from '../save.ts'
import { keyOf, refuseUnknown } from '../sent.ts'

let known: readonly ServerModule[] = []
/** Called once with all modules. */
export const registerActs = (modules: readonly ServerModule[]): void => {
  known = modules
}

/** `record`: fields of the record that may be sent with it. @throws 400 */
const checkBody = (action: Pick<Action, 'body'>, record: Fields | undefined, body: Loaded): void => {
  if (record) refuseUnknown(action.body ?? {}, record, body)
  const errors = validate(action.body ?? {}, body, now())
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The record as a screen names it, whatever its key is called. */
const formIdIn = ({ formId }: { readonly formId?: unknown }): unknown => formId
/** The key in the body of an action as it was sent. @throws 400, 404 */
export const keyInBody = ({ model }: ServerModule, action: Action, body: Loaded, inPath: unknown): number => {
  checkBody(action, action.path.includes('{key}') ? model.fields : undefined, body)
  const { keyField = 'formId' } = action
  const key = action.path.includes('{key}') ? inPath : (body[keyField] ?? formIdIn(body))
  if (key === undefined || key === null) throw malformed(`${keyField} is missing`)
  return keyOf(key)
}

/** An action that creates one record, maybe of another module than its own. */
type Creation = { readonly of: ServerModule; readonly action: BulkAction }

/** An action on a record, one that creates a record, or a save (`key` null: of a new one). */
export type ActAt = {
  /** Whose record it is about. */
  readonly module: ServerModule
  readonly action: Action | undefined
  readonly creation?: Creation
  readonly permit: Permit
  /** As it was named: of an action on a part of a record the part. */
  readonly key: number | null
  /** In words, and as the history names it. */
  readonly summary: string
  readonly name: string
}

const inPath = (pattern: string, path: string): string | undefined => {
  const [before = '', after] = pattern.split('{key}')
  if (after === undefined) return pattern === path ? '' : undefined
  const middle = path.slice(before.length, path.length - after.length)
  return path.startsWith(before) && path.endsWith(after) && /^\d{1,10}$/.test(middle) ? middle : undefined
}
const actionAt = (module: ServerModule, path: string, body: Loaded): ActAt | undefined => {
  for (const action of module.actions ?? []) {
    if (action.kind !== 'record') continue
    const key = inPath(action.path, path)
    if (key === undefined) continue
    const { name, permit, summary } = action
    return { module, action, permit, name, summary, key: keyInBody(module, action, body, key) }
  }
  return undefined
}
const creationAt = (of: ServerModule, path: string, body: Loaded): ActAt | undefined => {
  for (const action of of.actions ?? []) {
    if (action.kind !== 'bulk' || action.creates === undefined || action.path !== path) continue
    const { name, summary, creates } = action
    const module = known.find(({ model }) => model.id === creates.module)
    if (!module) continue
    checkBody(action, {}, body)
    return { module, action: undefined, creation: { of, action }, permit: creates.permit, name, summary, key: null }
  }
  return undefined
}
const saveAt = (module: ServerModule, path: string): ActAt | undefined => {
  const { id, singular, notEntered } = module.model
  if (!module.save) return undefined
  const name = singular.toLowerCase()
  if (path === id && notEntered === undefined)
    return { module, action: undefined, permit: 'create', key: null, name: 'create', summary: `New ${name}` }
  const key = inPath(`${id}/{key}`, path)
  if (key === undefined) return undefined
  const summary = `Save the ${name}`
  return { module, action: undefined, permit: 'update', key: keyOf(key), name: 'update', summary }
}

/** `/api/refund/sales`, `sales/7`, `sales/`; undefined where no act on one record is. */
export const actAt = (address: string, body: Loaded): ActAt | undefined => {
  const path = address.replace(/^\/?(?:api\/)?/, '').replace(/\/$/, '')
  for (const module of known) {
    const found = actionAt(module, path, body) ?? creationAt(module, path, body) ?? saveAt(module, path)
    if (found) return found
  }
  return undefined
}

/** The record that it is done with; null for a new one. */
export const recordOf = async (tx: Tx, { action, key }: ActAt): Promise<number | null> =>
  key === null || !action?.record ? key : ((await action.record(tx, key)) ?? null)

/** Does it in a transaction. */
export const actIn = (tx: Tx, { module, action, creation, key }: ActAt, body: Loaded, meta: Meta): Promise<Saved> => {
  if (creation) return actOnMany(tx, creation.of, creation.action, body, meta)
  return action && key !== null ? act(tx, module, action, key, body, meta) : save(tx, module, key, body, meta)
}
