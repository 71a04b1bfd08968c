// One record on screen: its values, their errors, and its mode. A field listens to its own value only, so a keystroke
// redraws one field.
import type { DraftOf, Fields, Model, Permit } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import type { SignedIn } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import { signedIn } from '../session/permission.ts'
import type { Session } from '../session/session.ts'
import { changedFields } from './values.ts'
import type { Values } from './values.ts'

export type Mode = 'add' | 'view' | 'edit'
type Phase = 'loading' | 'ready' | 'saving' | 'gone'
/** The allowed actions on the shown record: true, or why not; absent when the role may never do it. */
export type ActionsOf = Readonly<Partial<Record<Permit, true | string>>>
/** The record on screen: any part of its fields, with its version and its allowed actions. */
export type Shown<F extends Fields> = Readonly<DraftOf<F>> & {
  readonly RowVersion?: number
  readonly Actions?: ActionsOf
}
export type FormState<F extends Fields = Fields> = {
  readonly mode: Mode
  readonly phase: Phase
  /** What runs while it is saving: `edit`, `save`, `discard`, or the address of an action. */
  readonly doing: string
  readonly values: Shown<F>
  /** The record when editing began. */
  readonly began: Shown<F>
  readonly errors: Errors
  /** Why the last save failed, above the fields; null while none was refused. */
  readonly refusal: string | null
}
export type Search = Readonly<Record<string, string | number | boolean | undefined>>

/** What runs when the user changes a field. */
type Follows<F extends Fields> = {
  follow(form: Form<F>, value: unknown, before: unknown): void | Promise<void>
}['follow']

type ManyRows<F extends Fields> = {
  /** The field with the rows. */
  readonly field: keyof F & string
  /** Their plural name: `results`. */
  readonly called: string
  /** The record that is locked, and whose history shows. */
  id(values: Shown<F>): number | undefined
  /** The part of it that this address edits, where others may edit another part meanwhile. */
  part?(search: Search): number | undefined
  /** The name of an error's row above the fields. */
  nameAt(values: Shown<F>, path: string): string
}
type Typing<F extends Fields> = {
  /** The typed part of the record; undefined when there is none. */
  of(values: Shown<F>): Shown<F> | undefined
  /** The current record, with what was typed before. */
  on(values: Shown<F>, typed: Shown<F>): Shown<F>
}

/**
 * What a module adds to its model for its screen. Plain functions, independent of a render. Methods, so that options
 * for a model's own fields also fit any.
 */
export type RecordOptions<F extends Fields = Fields> = {
  /** Values of a new record. */
  start?(user: SignedIn, search: Search, session: Session): Shown<F>
  /** The loaded record as the screen stores it. */
  loaded?(record: Shown<F>): Shown<F>
  /** What a copy takes from a record. */
  copy?(copied: Shown<F>, user: SignedIn, session: Session): Shown<F>
  /** The record to send, made from what the model would send. */
  send?(sent: DraftOf<F>, values: Shown<F>): Record<string, unknown>
  /**
   * Errors in addition to the model's, by field; rows as `SaleProducts.0.Remarks`. `began`: the record when editing
   * began.
   */
  check?(values: Shown<F>, user: SignedIn, began: Shown<F>): Errors
  /** The field that shows an error of the server. */
  errorAt?(name: string, sent: DraftOf<F>): string
  /** Why a field cannot be changed now. */
  locked?(name: string, values: Shown<F>, user: SignedIn): string | undefined
  changed?: { readonly [K in keyof F]?: Follows<F> }
  /** Asks before sending; false continues editing. */
  confirm?(form: Form<F>): Promise<boolean>
  /** Runs once the values of a new record or a copy are set. */
  opened?(form: Form<F>, copied: boolean): void | Promise<void>
  /** A refused save: true saves once more, after a question. */
  refused?(form: Form<F>, message: string): Promise<boolean>
  /** Address of the record when it is not /api/{module}/{key}. */
  path?(search: Search): string
  /** A record that is read as rows: they give the locked record. Changes are sent to the module itself. */
  readonly rows?: ManyRows<F>
  /** Typed values are stored in this browser also while editing, as for a new record. */
  readonly typing?: Typing<F>
  /** After a save the record shows again, not its list. */
  readonly stays?: boolean
  /** Addresses of other modules that this screen's actions change. */
  readonly forgets?: readonly string[]
  /** Focuses where the next key belongs after an action; by default the next action. */
  home?(): void
}

/** What the screen and its fields use. */
export type Form<F extends Fields = Fields> = {
  readonly model: Model<F>
  readonly fields: F
  readonly user: SignedIn
  readonly session: Session
  readonly options: RecordOptions<F>
  state(): FormState<F>
  watch(watcher: () => void): () => void
  /** Changes state without follow-ups. */
  put(part: Partial<FormState<F>>): void
  get<N extends keyof F & string>(name: N): DraftOf<F>[N]
  /** Sets values without the follow-ups of a change by the user. */
  set(values: Readonly<DraftOf<F>>): void
  /** The user changed a field: sets further values (names of a reference) with it, then runs the follow-up. */
  change(name: keyof F & string, value: unknown, along?: Readonly<DraftOf<F>>): void
  isEditable(): boolean
  /** Whether a value has changed since it became editable. */
  isChanged(): boolean
}

/** The record's name in a sentence: `sale`, `results`. */
export const calledOf = ({ model, options }: Form): string => options.rows?.called ?? inSentence(model.singular)

const withoutError = (errors: Errors, names: readonly string[]): Errors => {
  if (!names.some((name) => errors[name] !== undefined)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
}

const isChangedNow = ({ fields, options: { typing }, state }: Form): boolean => {
  const { began, values } = state()
  return typing ? typing.of(values) !== undefined : changedFields(fields, began, values).length > 0
}

export const createForm = (model: Model, session: Session, options: RecordOptions, mode: Mode): Form => {
  const user = signedIn(session)
  let state: FormState = { mode, phase: 'loading', doing: '', values: {}, began: {}, errors: {}, refusal: null }
  const watchers = new Set<() => void>()
  const put = (part: Partial<FormState>) => {
    state = { ...state, ...part }
    for (const watcher of [...watchers]) watcher()
  }
  const set = (values: Values) =>
    put({ values: { ...state.values, ...values }, errors: withoutError(state.errors, Object.keys(values)) })
  const form: Form = {
    model,
    fields: model.fields,
    user,
    session,
    options,
    state: () => state,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    put,
    set,
    get: (name) => state.values[name],
    change: (name, value, along = {}) => {
      const before = state.values[name]
      set({ ...along, [name]: value })
      if (before !== value) void options.changed?.[name]?.(form, value, before)
    },
    isEditable: () => state.phase === 'ready' && state.mode !== 'view',
    isChanged: () => state.mode !== 'view' && isChangedNow(form),
  }
  return form
}
