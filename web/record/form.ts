// One record on screen: its values, what is wrong with them, and what mode it is in. A field listens to its own value
// only, so a keystroke paints one field.
import type { DraftOf, Fields, Model, Permit } from '../../core/model.ts'
import type { SignedIn } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import { signedIn } from '../session/permission.ts'
import type { Session } from '../session/session.ts'
import { changedFields } from './values.ts'
import type { Values } from './values.ts'

export type Mode = 'add' | 'view' | 'edit'
type Phase = 'loading' | 'ready' | 'saving' | 'gone'
/** What may be done with the record that is shown: true, or why not; absent: the role may never do it. */
export type ActionsOf = Readonly<Partial<Record<Permit, true | string>>>
/** The record as the screen has it: any part of its fields, with its version and what may be done with it. */
export type Shown<F extends Fields> = Readonly<DraftOf<F>> & {
  readonly RowVersion?: number
  readonly Actions?: ActionsOf
}
export type FormState<F extends Fields = Fields> = {
  readonly mode: Mode
  readonly phase: Phase
  /** What is under way while it is saving: `edit`, `save`, `discard`, or the address of an act. */
  readonly doing: string
  readonly values: Shown<F>
  /** What the record was when editing began. */
  readonly began: Shown<F>
  readonly errors: Errors
  /** Why the last save did not happen, above the fields; null while nothing was refused. */
  readonly refusal: string | null
}
export type Search = Readonly<Record<string, string | number | boolean | undefined>>

/** What follows when the user changes a field. */
type Follows<F extends Fields> = {
  follow(form: Form<F>, value: unknown, before: unknown): void | Promise<void>
}['follow']

type ManyRows<F extends Fields> = {
  /** The field that the rows stand in. */
  readonly field: keyof F & string
  /** What they are called together: `results`. */
  readonly called: string
  /** The record that is locked, and whose history it is. */
  id(values: Shown<F>): number | undefined
  /** The part of it that this address edits, where others may edit another meanwhile. */
  part?(search: Search): number | undefined
  /** What the row of an error is called above the fields. */
  nameAt(values: Shown<F>, path: string): string
}
type Typing<F extends Fields> = {
  /** What of the record was typed; undefined when nothing was. */
  of(values: Shown<F>): Shown<F> | undefined
  /** The record as it is now, with what was typed before. */
  on(values: Shown<F>, typed: Shown<F>): Shown<F>
}

/**
 * What a module says about its screen beside its model. Plain functions: nothing of it depends on a render. Methods, so
 * that options of a model's own fields are options of any.
 */
export type RecordOptions<F extends Fields = Fields> = {
  /** Values of a new record. */
  start?(user: SignedIn, search: Search, session: Session): Shown<F>
  /** The loaded record as the screen keeps it. */
  loaded?(record: Shown<F>): Shown<F>
  /** What a copy takes over from a record. */
  copy?(copied: Shown<F>, user: SignedIn, session: Session): Shown<F>
  /** The record as it is sent, made from what the model would send. */
  send?(sent: DraftOf<F>, values: Shown<F>): Record<string, unknown>
  /**
   * Errors beside those of the model, by field; rows as `SaleProducts.0.Remarks`. `began`: the record as it was when
   * editing began.
   */
  check?(values: Shown<F>, user: SignedIn, began: Shown<F>): Errors
  /** Where an error of the server stands on the screen. */
  errorAt?(name: string, sent: DraftOf<F>): string
  /** Why a field cannot be changed now. */
  locked?(name: string, values: Shown<F>, user: SignedIn): string | undefined
  changed?: { readonly [K in keyof F]?: Follows<F> }
  /** Asked before sending; false keeps editing. */
  confirm?(form: Form<F>): Promise<boolean>
  /** Runs once the values of a new record or a copy are there. */
  opened?(form: Form<F>, copied: boolean): void | Promise<void>
  /** A refused save: true saves once more, after something was asked. */
  refused?(form: Form<F>, message: string): Promise<boolean>
  /** Address of the record when it is not /api/{module}/{key}. */
  path?(search: Search): string
  /** A record that is read as rows: they tell what is locked; what was changed is sent to the module itself. */
  readonly rows?: ManyRows<F>
  /** What is typed is kept in this browser while it is edited, too, as that of a new record is. */
  readonly typing?: Typing<F>
  /** After a save it is shown again, not its list. */
  readonly stays?: boolean
  /** Addresses of other modules that what is done here changes. */
  readonly forgets?: readonly string[]
  /** Brings the focus to where the next key belongs after an act; else to the act that comes next. */
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
  /** Changes state without any consequence. */
  put(part: Partial<FormState<F>>): void
  get<N extends keyof F & string>(name: N): DraftOf<F>[N]
  /** Sets values without the consequences of a change by the user. */
  set(values: Readonly<DraftOf<F>>): void
  /** The user changed a field: further values (names of a reference) come along, then what follows. */
  change(name: keyof F & string, value: unknown, along?: Readonly<DraftOf<F>>): void
  isEditable(): boolean
  /** Whether something was changed since it became editable. */
  isChanged(): boolean
}

/** What the record is called in a sentence: `sale`, `results`. */
export const calledOf = ({ model, options }: Form): string => options.rows?.called ?? model.singular.toLowerCase()

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
