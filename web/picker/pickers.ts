// What each picker looks for: its address, what narrows it, its columns and its key. A model's field names its picker.
import { entityType, role } from '../../core/user.ts'
import type { Session } from '../session/session.ts'
import type { Values } from '../record/values.ts'

export type PickerColumn = {
  readonly name: string
  readonly title: string
  readonly width: string
  readonly kind?: 'money' | 'number' | 'gender' | 'phone' | 'age'
}
export type PickerChoice = { readonly label: string; readonly query: Values }
export type PickerDefinition = {
  readonly path: string
  readonly key: string
  readonly columns: readonly PickerColumn[]
  /** What narrows the rows beside the search text: the session and the record around. */
  readonly query: (session: Session, around: Values) => Values
  /** Kinds of rows to choose between first. */
  readonly choices?: (session: Session, around: Values) => readonly PickerChoice[]
  /** Rows come all at once and are searched here instead of on the server. */
  readonly local?: boolean
  readonly empty?: string
  /** What must be known before anything can be looked for. */
  readonly needs?: (around: Values) => string | undefined
}

const name: PickerColumn = { name: 'Name', title: 'Name', width: '1fr' }
const code: PickerColumn = { name: 'Code', title: 'Code', width: '84px' }
const area: PickerColumn = { name: 'Area', title: 'Area', width: '130px' }
const phone: PickerColumn = { name: 'Phone', title: 'Mobile Phone', width: '112px', kind: 'phone' }
const person = [
  name,
  area,
  { name: 'GenderId', title: 'Gender', width: '70px', kind: 'gender' as const },
  { name: 'BirthDate', title: 'Age', width: '56px', kind: 'age' as const },
  phone,
]
const { CollectionCentre, Courier, Doctor, ExternalLab, Institution, Lab, LegalEntity, Patient } = entityType

const clientsOf = (
  types: readonly number[] | undefined,
  employer: boolean,
  columns: readonly PickerColumn[] = [name, code, area, phone],
): PickerDefinition => ({
  path: '/api/getdata/200',
  key: 'ClientId',
  columns,
  query: ({ User }) => ({
    ...(types !== undefined && { ClientTypeId: types.join(',') }),
    ...(employer && User.EmployerId !== null && { ParentId: User.EmployerId }),
  }),
})
const statement = (id: number, columns: readonly PickerColumn[] = [name, code, area, phone]): PickerDefinition => ({
  path: `/api/getdata/${id}`,
  key: 'ClientId',
  columns,
  query: () => ({}),
})
/** Type of consignors and buyers beside patients: centres for a lab, institutions for the others. */
const partnerType = ({ Entity }: Session): number => (Entity.ClientTypeId === Lab ? CollectionCentre : Institution)
const catalogue = (
  path: string,
  key: string,
  columns: readonly PickerColumn[] = [{ ...code, width: '110px' }, name],
): PickerDefinition => ({
  path,
  key,
  columns,
  local: true,
  query: (_session, around) =>
    typeof around['DepartmentId'] === 'number' && path !== '/api/departments'
      ? { DepartmentId: around['DepartmentId'] }
      : {},
})

/** The items of a list. */
const itemsOf = (ListId: number, title: string): PickerDefinition => ({
  path: '/api/listitems',
  key: 'ListItemId',
  columns: [{ name: 'ItemLabel', title, width: '1fr' }],
  query: () => ({ ListId }),
  local: true,
})

const party = (around: Values): Values => ({
  SellerId: around['SellerId'],
  BuyerId: around['BuyerId'],
  BuyerTypeId: (around['Buyer'] as Values | null | undefined)?.['ClientTypeId'],
  ReferrerId: around['ReferrerId'],
  SaleDate: around['SaleDate'],
})

const anyClient: PickerDefinition = { ...clientsOf(undefined, false), query: () => ({}) }
/** The catalogue, without prices: outside of a sale. */
const anyProduct: PickerDefinition = {
  path: '/api/getdata/103',
  key: 'ProductId',
  columns: [{ ...code, width: '90px' }, name],
  query: () => ({}),
  local: true,
}

export const pickers: Readonly<Record<string, PickerDefinition | undefined>> = {
  patient: { ...clientsOf([Patient], true, person), empty: 'Type a name or a phone number' },
  doctor: clientsOf([Doctor], true, [
    name,
    { name: 'Specialization', title: 'Specialization', width: '150px' },
    area,
    phone,
  ]),
  referrer: statement(202),
  seller: statement(201),
  buyer: {
    ...clientsOf(undefined, false),
    choices: (session, around) => [
      ...(typeof around['PatientId'] === 'number'
        ? [{ label: 'The patient', query: { ClientTypeId: Patient, ClientId: around['PatientId'] } }]
        : []),
      {
        label: partnerType(session) === CollectionCentre ? 'Collection centres' : 'Institutions',
        query: { ClientTypeId: partnerType(session) },
      },
      {
        label: partnerType(session) === CollectionCentre ? 'Institutions' : 'Collection centres',
        query: { ClientTypeId: partnerType(session) === CollectionCentre ? Institution : CollectionCentre },
      },
    ],
  },
  product: {
    path: '/api/getdata/101',
    key: 'ProductId',
    columns: [{ ...code, width: '90px' }, name, { name: 'Price', title: 'Price', width: '90px', kind: 'money' }],
    query: ({ Entity }, around) => ({ ...party(around), SellerId: around['SellerId'] ?? Entity.ClientId }),
  },
  anyproduct: anyProduct,
  client: anyClient,
  // a price list is for buyers of its type that belong to its seller
  listbuyer: {
    ...clientsOf(undefined, false),
    query: (_session, around) => ({
      ...(typeof around['BuyerTypeId'] === 'number' && { ClientTypeId: around['BuyerTypeId'] }),
      ...(typeof around['SellerId'] === 'number' && { ParentId: around['SellerId'] }),
    }),
  },
  parent: clientsOf([LegalEntity, Lab, CollectionCentre, Institution], false),
  legalentity: clientsOf([LegalEntity], false),
  lab: clientsOf([Lab], false),
  externallab: clientsOf([ExternalLab], false),
  courier: clientsOf([Courier], true),
  consignor: { ...clientsOf(undefined, false), query: (session) => ({ ClientTypeId: partnerType(session) }) },
  consignee: clientsOf([Lab, ExternalLab], false),
  giver: { ...clientsOf(undefined, false), query: () => ({}) },
  receiver: clientsOf([LegalEntity, Lab, CollectionCentre], false),
  salesmanager: {
    path: '/api/getdata/120',
    key: 'UserId',
    columns: [
      { name: 'FullName', title: 'Name', width: '1fr' },
      { name: 'UserName', title: 'User Name', width: '140px' },
    ],
    query: () => ({ RoleId: role.SalesManager }),
    local: true,
  },
  department: catalogue('/api/departments', 'DepartmentId'),
  specimen: catalogue('/api/specimens', 'SpecimenId'),
  element: catalogue('/api/elements', 'ElementId'),
  instrument: catalogue('/api/instruments', 'InstrumentId'),
  test: catalogue('/api/tests', 'TestId'),
  workitemstatus: itemsOf(121, 'Status'),
  workitemstatusreason: itemsOf(122, 'Reason'),
  role: {
    path: '/api/roles',
    key: 'RoleId',
    columns: [
      { name: 'RoleName', title: 'Role', width: '180px' },
      { name: 'Description', title: 'Description', width: '1fr' },
    ],
    query: () => ({}),
    local: true,
  },
  moneyhandler: {
    path: '/api/getdata/108',
    key: 'UserId',
    columns: [{ name: 'FullName', title: 'Name', width: '1fr' }],
    query: () => ({}),
    local: true,
  },
}

/** The definition of a picker for this session; an unknown name picks any client. */
export const pickerOf = (which: string, session: Session, around: Values = {}): PickerDefinition => {
  // what a seller offers and at what price is a question of a sale only
  if (which === 'product' && !('SaleDate' in around)) return anyProduct
  const found = pickers[which] ?? anyClient
  if (which === 'client' && session.Role.RoleId === role.SalesManager) return { ...found, path: '/api/getdata/204' }
  if (which === 'giver' && session.Entity.ClientTypeId === CollectionCentre)
    return { ...found, path: '/api/getdata/203' }
  return found
}

/** Rows that hold the text in one of the columns. */
export const filterRows = (
  rows: readonly Values[],
  columns: readonly PickerColumn[],
  text: string,
): readonly Values[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) =>
    columns.some((column) =>
      String(row[column.name] ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  )
}
/** Where the text stands in a name, for the eye; undefined when it does not. */
export const matchIn = (name: string, text: string): readonly [string, string, string] | undefined => {
  const wanted = text.trim()
  const at = wanted === '' ? -1 : name.toLowerCase().indexOf(wanted.toLowerCase())
  return at < 0 ? undefined : [name.slice(0, at), name.slice(at, at + wanted.length), name.slice(at + wanted.length)]
}
