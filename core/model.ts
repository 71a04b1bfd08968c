// What a module declares once about its records; types, validation, columns, forms and OpenAPI all read it.
import type { KeptFiles } from './files/kept-files.ts'
import type { ItemList } from './items.ts'

/**
 * How a value is typed, shown and checked. `money` and `percent` are numbers with two decimals at most; `date` is
 * yyyy-mm-dd; `datetime` an ISO instant.
 */
export type Kind =
  | 'text'
  | 'multiline'
  | 'digits'
  | 'email'
  | 'phone'
  | 'password'
  | 'image'
  | 'json'
  | 'integer'
  | 'number'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'rows'
  | 'object'

/** Who looks at a record, as far as a field may ask. */
export type Viewer = {
  readonly UserId: number
  readonly RoleId: number
  readonly EntityId: number
  /** What the entity covers: known to the server, which takes out what is not theirs. */
  readonly Clients?: readonly number[]
}

/**
 * The table of a grid's rows: its parent's key stands in it under the parent's own name. Rows whose key is a reference
 * (`ElementId`) link the parent with that record; all others have keys of their own.
 */
type Kept = {
  readonly table: string
  /** A view of the same rows with what is computed of them, where they are read. */
  readonly shownFrom?: string
  /** Column that keeps the order of the rows, 1 and up. */
  readonly order?: string
  /** Rows are never changed: a changed one is followed by a new one from now on, a removed one ends now. */
  readonly dated?: boolean
  /** Columns that are not named after their field: `{ ProductId: 'sub_product_id' }`. */
  readonly columns?: Readonly<Record<string, string>>
}

export type Field<T = unknown> = {
  readonly kind: Kind
  readonly label: string
  /** Required unless saving a draft; the message shown at the field and answered by the server. */
  readonly required?: string
  /** Computed by the server or by rules: shown, never saved, ignored when sent. Without these three it is stored. */
  readonly computed?: boolean
  /** Sent with the record and answered by what the save does, never stored itself: a question that was said yes to. */
  readonly asked?: boolean
  /** Of the screen alone: the server does not know it. */
  readonly view?: boolean
  /**
   * Who sees it, absent: whoever sees the record. The platform takes it out of records, lists, look-ups, exports,
   * prints and histories for all others, whose history is read without it; in a list `record` is empty.
   */
  readonly seen?: (user: Viewer, record: Readonly<Record<string, unknown>>) => boolean
  /** Lowest and highest number (or text length with `length`), with the message when outside. */
  readonly min?: number
  readonly max?: number
  readonly range?: string
  readonly maxLength?: number
  readonly pattern?: RegExp
  readonly patternMessage?: string
  /** Date or instant may not be later than now. */
  readonly notFuture?: string
  /** List of specification 3 that a choice is taken from. */
  readonly listId?: number
  /** Of its items those with this value alone are chosen: reasons of value X have a tube drawn again. */
  readonly valued?: string
  /** Of its items these alone are chosen, by id: a price list is for types of clients that buy. */
  readonly only?: readonly number[]
  /** Its items as far as the program names them, with their looks. */
  readonly items?: ItemList['items']
  /** Where its choices are read, when they are no list: rows that name the value and its label. */
  readonly served?: { readonly path: string; readonly value: string; readonly label: string }
  /** Where the names of keys are read that stand in braces in a text: `{1001} / 2`. */
  readonly keyed?: NonNullable<Field['served']>
  /** Fixed choices that are not a list: value and label. */
  readonly options?: readonly (readonly [string | number, string])[]
  /** Picker that a reference is chosen with, by name (`patient`, `doctor`, `seller` ...). */
  readonly picker?: string
  /** The nested object that carries the reference's names in a loaded record: ReferringDoctorId -> Doctor. */
  readonly names?: string
  readonly fields?: Fields
  /** Where the rows of a grid are kept; absent: by the module's own hand. */
  readonly kept?: Kept
  /** Most rows of a grid: 2000 unless said. */
  readonly mostRows?: number
  /** Key of a row in its grid (`SaleProductId`), and the field, or the fields, that make a row count (`ProductId`). */
  readonly rowKey?: string
  readonly rowCounts?: string | readonly string[]
  readonly hint?: string
  /** Values that a text is likely to be, each with a name, offered as it is typed; others are taken as well. */
  readonly suggestions?: () => readonly (readonly [value: string, name: string])[]
  /** What is kept when nothing is entered. */
  readonly otherwise?: number
  /** Phantom: the value's type. */
  readonly value?: T
}
export type Fields = { readonly [name: string]: Field }
export type ValueOf<F> = F extends Field<infer T> ? T : never
/** A record as it is stored and answered: every declared field, null when empty. */
export type RecordOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }
/** A value while it is being filled in: rows and nested objects may lack any part, null where a box was emptied. */
type Sent<V> = V extends readonly (infer R extends object)[]
  ? DraftRow<R>[]
  : V extends Readonly<Record<string, unknown>>
    ? DraftRow<V>
    : V
export type DraftRow<R> = { -readonly [K in keyof R]?: Sent<R[K]> | null }
/** The same record while it is being filled in or as it is sent: any part of it. */
export type DraftOf<F extends Fields> = {
  -readonly [K in keyof F]?: (F[K] extends { kind: 'json' } ? ValueOf<F[K]> : Sent<ValueOf<F[K]>>) | null
}
/** The names of declared fields, as the names they are. */
export const namesOf = <F extends Fields>(fields: F): readonly (keyof F & string)[] => Object.keys(fields)
/** Names of the grids of a record, and what a row of one is. */
export type RowsName<F extends Fields> = {
  [K in keyof F & string]: ValueOf<F[K]> extends readonly object[] ? K : never
}[keyof F & string]
export type RowOf<F extends Fields, N extends keyof F> = ValueOf<F[N]> extends readonly (infer R)[] ? R : never

type Options = Omit<Field, 'kind' | 'label' | 'value'>
const field =
  <T>(kind: Kind) =>
  (label: string, options: Options = {}): Field<T> => ({ kind, label, ...options })

export const text = field<string | null>('text')
export const multiline = field<string | null>('multiline')
export const digits = field<string | null>('digits')
export const email = field<string | null>('email')
export const phone = field<string | null>('phone')
export const password = field<string | null>('password')
export const image = field<string | null>('image')
export const integer = field<number | null>('integer')
export const number = field<number | null>('number')
export const money = field<number | null>('money')
export const percent = field<number | null>('percent')
export const boolean = field<boolean | null>('boolean')
export const date = field<string | null>('date')
export const datetime = field<string | null>('datetime')
/** Its value travels whole, whatever is being filled in around it. */
type JsonField<T> = Field<T> & { readonly kind: 'json' }
/** A value of its own shape, said by the type: `json<SaleStep[]>('Steps')`. */
export const json = <T = unknown>(label: string, options: Options = {}): JsonField<T> => ({
  kind: 'json',
  label,
  ...options,
})
/** One item of a list, by its number or with the items that the program names: the value is the ListItemId. */
export const choice = (label: string, list: number | ItemList, options: Options = {}): Field<number | null> => ({
  kind: 'choice',
  label,
  ...(typeof list === 'number' ? { listId: list } : list),
  ...options,
})
/** One of a few fixed values. */
export const oneOf = <V extends string | number>(
  label: string,
  values: readonly (readonly [V, string])[],
  options: Options = {},
): Field<V | null> => ({
  kind: 'choice',
  label,
  options: values,
  ...options,
})
/** One of what an address answers now; whether it is one of them is asked by the module that saves it. */
export const served = (
  label: string,
  from: NonNullable<Field['served']>,
  options: Options = {},
): Field<number | null> => ({
  kind: 'choice',
  label,
  served: from,
  ...options,
})
/** A filter for what is so, or is not. */
export const yesNo = (label: string): Field<'true' | 'false' | null> =>
  oneOf(label, [
    ['true', 'Yes'],
    ['false', 'No'],
  ])
/** Key of another record, chosen with a picker. */
export const reference = (label: string, picker: string, options: Options = {}): Field<number | null> =>
  field<number | null>('reference')(label, { picker, ...options })
export const references = (label: string, picker: string, options: Options = {}): Field<number[]> =>
  field<number[]>('references')(label, { picker, ...options })
/** Child records kept with this one, a grid on the screen. */
export const rows = <F extends Fields>(label: string, fields: F, options: Options = {}): Field<RecordOf<F>[]> => ({
  kind: 'rows',
  label,
  fields,
  ...options,
})
/** A nested object that only informs (names of a referenced record); never saved. */
export const object = <F extends Fields>(
  label: string,
  fields: F,
  options: Pick<Field, 'seen'> = {},
): Field<RecordOf<F> | null> => ({
  kind: 'object',
  label,
  fields,
  computed: true,
  ...options,
})

export const permits = [
  'list',
  'create',
  'read',
  'update',
  'print',
  'unlock',
  'receive',
  'cancel',
  'reaccession',
  'merge',
  'reset',
  'review',
  'approve',
  'release',
  'amend',
] as const
export type Permit = (typeof permits)[number]

/** A filter of a list: a field whose name is the key in filterCriteria. `yes/no/any` filters are booleans. */
export type Filters = Fields

export type Model<F extends Fields = Fields, Flt extends Filters = Filters> = {
  /** First path segment, folder and module id in one: `sales`. */
  readonly id: string
  readonly name: string
  /** One record, for titles and messages: `Sale`. */
  readonly singular: string
  /** Icon of @tabler/icons-react without its prefix, as kept in web/icon. */
  readonly icon: string
  readonly group: 'Work' | 'Laboratory' | 'Accounts' | 'People' | 'Growth' | 'Set-up'
  readonly sequence: number
  /** Key fields in order; the first is the record's id on screen. */
  readonly key: readonly string[]
  /** Number of the list's statement: 1001 and up. */
  readonly statementId: number
  readonly fields: F
  readonly filters: Flt
  /** Date filters FromDate and ToDate start at today less this many days; absent: no default dates. */
  readonly defaultDays?: number
  /** Filters filled at first besides dates: BatchStatus Open. */
  readonly defaultFilter?: Readonly<Record<string, unknown>>
  readonly permits: readonly Permit[]
  readonly files?: KeptFiles | undefined
  /** The screen that opens its rows when that is another module's: patients -> clients. */
  readonly opens?: string
  /** Modules one of whose permits to create opens the empty form; absent: whoever comes to the address. */
  readonly createdBy?: readonly string[]
  /** Why there is no empty form, and where its records come from. */
  readonly notEntered?: string
  /** What brings the first row of its list, where an empty form does not. */
  readonly firstRow?: string
  /** Label under which it is created from anywhere: New Sale. The first of the sidebar stands on the dashboard too. */
  readonly createdAnywhere?: string
  /** The module whose screen receives a row: shipments -> shipmentreceipt. */
  readonly receivedOn?: string
  /** Where its record returns to, when that is not its own list: shipmentreceipt -> shipments. Hidden, it has none. */
  readonly returnsTo?: string
  /** Its screen needs the width: the sidebar starts narrow. */
  readonly wide?: boolean
  /** The list runs when it is asked to, by parameters of its statement made from the filter instead of criteria. */
  readonly askedWith?: (filter: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Its records come from a csv file, too. */
  readonly imports?: boolean
  /** What tells one record from another where they have no name: a file does not bring one that exists already. */
  readonly distinctBy?: readonly string[]
  /** Label of the create button when it is not Create New: Generate. */
  readonly createLabel?: string
  /** There is one record, of this key: it is opened where others have a list. */
  readonly single?: number
  /** Shown in the sidebar; shipmentreceipt and testresults' helpers are not. */
  readonly hidden?: boolean
}

export const defineModel = <F extends Fields, Flt extends Filters>(model: Model<F, Flt>): Model<F, Flt> => model
