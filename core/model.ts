// The declaration of a module's records; types, validation, columns, forms and OpenAPI all read it.
import type { KeptFiles } from './files/kept-files.ts'
import type { ItemList } from './items.ts'
import type { From, Kept } from './kept.ts'

/**
 * How a value is entered, shown and checked. `money` and `percent` are numbers with two decimals at most; `date` is
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

/** The viewer of a record, as far as a field may ask. */
export type Viewer = {
  readonly UserId: number
  readonly RoleId: number
  readonly EntityId: number
  readonly EntityTypeId: number
  /** The clients that the entity covers. Only the server knows them, and removes fields of other clients. */
  readonly Clients?: readonly number[]
}

export type Field<T = unknown> = {
  readonly kind: Kind
  readonly label: string
  /** Required unless saving a draft; the message that the field shows and the server answers. */
  readonly required?: string
  /** Computed by the server or by rules: shown, never saved, ignored when sent. Without these three it is stored. */
  readonly computed?: boolean
  /** Sent with the record for the save to act on, never stored: a question that the user confirmed. */
  readonly asked?: boolean
  /** For the screen only: the server does not know it. */
  readonly view?: boolean
  /**
   * Who sees it; absent: every reader of the record. For all others the platform removes it from records, lists,
   * look-ups, exports, prints and histories. In a list `record` is empty.
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
  /** List of specification 3 with the choices. */
  readonly listId?: number
  /** Only its items with this value can be chosen: reasons of value X ask for a recollection. */
  readonly valued?: string
  /** Only these items can be chosen, by id: a price list is for client types that buy. */
  readonly only?: readonly number[]
  /** The items that the program refers to, with their looks. */
  readonly items?: ItemList['items']
  /** Where its choices are read when they are not a list: rows with the value and its label. */
  readonly served?: { readonly path: string; readonly value: string; readonly label: string }
  /** Where the names of keys in braces are read: `{1001} / 2`. */
  readonly keyed?: NonNullable<Field['served']>
  /** Fixed choices that are not a list: value and label. */
  readonly options?: readonly (readonly [string | number, string])[]
  /** Picker that a reference is chosen with, by name (`patient`, `doctor`, `seller` ...). */
  readonly picker?: string
  /** The nested object that carries the reference's names in a loaded record: ReferringDoctorId -> Doctor. */
  readonly names?: string
  readonly fields?: Fields
  /** Where the rows of a grid are kept, or what they are read from; neither: by the module's own hand. */
  readonly kept?: Kept
  readonly from?: From
  /** Most rows of a grid: 2000 unless said. */
  readonly mostRows?: number
  /** Key of a row in its grid (`SaleProductId`), and the field, or the fields, that make a row count (`ProductId`). */
  readonly rowKey?: string
  readonly rowCounts?: string | readonly string[]
  readonly hint?: string
  /** Likely values of a text, each with a name, offered while typing; other values are accepted too. */
  readonly suggestions?: () => readonly (readonly [value: string, name: string])[]
  /** The value stored when the box is empty. */
  readonly otherwise?: number
  /** Phantom: the value's type. */
  readonly value?: T
}
export type Fields = { readonly [name: string]: Field }
export type ValueOf<F> = F extends Field<infer T> ? T : never
/** A record as stored and answered: every declared field, null when empty. */
export type RecordOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }
/** A value while it is entered: rows and nested objects may lack any part, null where a box was emptied. */
type Sent<V> = V extends readonly (infer R extends object)[]
  ? DraftRow<R>[]
  : V extends Readonly<Record<string, unknown>>
    ? DraftRow<V>
    : V
export type DraftRow<R> = { -readonly [K in keyof R]?: Sent<R[K]> | null }
/** The same record while it is entered or as sent: any part of it. */
export type DraftOf<F extends Fields> = {
  -readonly [K in keyof F]?: (F[K] extends { kind: 'json' } ? ValueOf<F[K]> : Sent<ValueOf<F[K]>>) | null
}
/** The names of declared fields, typed as their literals. */
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
/** Its value is sent whole, even in a draft. */
type JsonField<T> = Field<T> & { readonly kind: 'json' }
/** A value of its own shape, given by the type: `json<SaleStep[]>('Steps')`. */
export const json = <T = unknown>(label: string, options: Options = {}): JsonField<T> => ({
  kind: 'json',
  label,
  ...options,
})
/** One item of a list, given by its number or by the items that the program refers to: the value is the ListItemId. */
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
/** One of the values that an address answers now. The module that saves it checks the value. */
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
/** A filter by yes or no. */
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
/** Child records saved with this one, a grid on the screen. */
export const rows = <F extends Fields>(label: string, fields: F, options: Options = {}): Field<RecordOf<F>[]> => ({
  kind: 'rows',
  label,
  fields,
  ...options,
})
/** A nested object for display only (names of a referenced record); never saved. */
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
/** The columns of a list in order: names of fields, and the shapes of other columns (`answer/answer.ts`). */
export type ListColumns = readonly (string | Readonly<Record<string, unknown>>)[]
export type Model<F extends Fields = Fields, Flt extends Filters = Filters, L extends ListColumns = ListColumns> = {
  /** First path segment, folder and module id in one: `sales`. */
  readonly id: string
  readonly name: string
  /** One record, for titles and messages: `Sale`. */
  readonly singular: string
  /** Icon of @tabler/icons-react without its prefix, as named in web/icon. */
  readonly icon: string
  readonly group: 'Work' | 'Laboratory' | 'Accounts' | 'People' | 'Growth' | 'Set-up'
  readonly sequence: number
  /** Key fields in order; the first is the record's id on screen. */
  readonly key: readonly string[]
  /** Number of the list's statement: 1001 and up. */
  readonly statementId: number
  readonly fields: F
  readonly list?: L
  readonly filters: Flt
  /** Date filters FromDate and ToDate start at today less this many days; absent: no default dates. */
  readonly defaultDays?: number
  /** Filters with a default, other than dates: BatchStatus Open. */
  readonly defaultFilter?: Readonly<Record<string, unknown>>
  readonly permits: readonly Permit[]
  /** The layouts in which a record, or its row, can be printed, where not each can in every one. */
  readonly layoutsOf?: (record: Readonly<Record<string, unknown>>) => readonly string[]
  readonly files?: KeptFiles | undefined
  /** The module whose screen opens its rows, when that is another one: patients -> clients. */
  readonly opens?: string
  /** The modules whose screens open its rows, each by a key: the first key that a row has. */
  readonly opensEach?: readonly (readonly [moduleId: string, key: string])[]
  /** A permit to create in one of these modules opens the empty form; absent: every user of the address. */
  readonly createdBy?: readonly string[]
  /** Why there is no empty form, and where its records come from. */
  readonly notEntered?: string
  /** How its first row is made, where there is no empty form. */
  readonly firstRow?: string
  /** Label of the button to create one from anywhere: New Sale. The sidebar's first is on the dashboard too. */
  readonly createdAnywhere?: string
  /** The module whose screen receives a row: shipments -> shipmentreceipt. */
  readonly receivedOn?: string
  /** The list that its record returns to, when not its own: shipmentreceipt -> shipments. */
  readonly returnsTo?: string
  /** Its screen needs the width: the sidebar starts narrow. */
  readonly wide?: boolean
  /** The list runs on request, with statement parameters made from the filter instead of criteria. */
  readonly askedWith?: (filter: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Its records can also be imported from a csv file. */
  readonly imports?: boolean
  /** Fields that identify a record without a name: an import skips one that already exists. */
  readonly distinctBy?: readonly string[]
  /** Label of the create button when it is not Create New: Generate. */
  readonly createLabel?: string
  /** The module has one record, with this key: it opens in place of a list. */
  readonly single?: number
  /** Shown in the sidebar; shipmentreceipt and testresults' helpers are not. */
  readonly hidden?: boolean
}

/** The number of a list's statement and its columns, as types. */
export type OfList<Id extends number, L extends ListColumns> = { readonly statementId: Id; readonly list: L }
export const defineModel = <
  F extends Fields,
  Flt extends Filters,
  const Id extends number,
  const L extends ListColumns,
>(
  model: Model<F, Flt, L> & OfList<Id, L>,
): Model<F, Flt, L> & OfList<Id, L> => model
