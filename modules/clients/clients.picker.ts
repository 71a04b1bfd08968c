// Pickers of clients of one type or another: statements 200 to 205.
import { isPrivileged, role } from '../../core/user.ts'
import {
  codeColumn,
  keyIn,
  nameColumn,
  type PickerColumn,
  type PickerDefinition,
  type Pickers,
} from '../../web/picker/definition.ts'
import type { Session } from '../../web/session/session.ts'
import { clientType, clientTypes, genders, supplierTypes } from '../lists/items.model.ts'

const { CollectionCentre, Courier, Doctor, ExternalLab, Institution, Lab, LegalEntity, Patient } = clientType
const area: PickerColumn = { name: 'Area', title: 'Area', width: '130px' }
const phone: PickerColumn = { name: 'Phone', title: 'Mobile Phone', width: '112px', kind: 'phone' }
const person: readonly PickerColumn[] = [
  nameColumn,
  area,
  { name: 'GenderId', title: 'Gender', width: '70px', listId: genders.listId },
  { name: 'BirthDate', title: 'Age', width: '56px', kind: 'age' },
  phone,
]

const statement = (id: number): PickerDefinition => ({
  path: `/api/getdata/${id}`,
  key: 'ClientId',
  columns: [nameColumn, codeColumn(84), area, phone],
  limited: true,
})
const anyClient = statement(200)
const ofTypes = (...types: readonly number[]): PickerDefinition => ({
  ...anyClient,
  query: () => ({ ClientTypeId: types.join(',') }),
})
/** Of the employer, to which people and partners belong. */
const ofEmployer = (type: number): PickerDefinition => ({
  ...anyClient,
  query: ({ User }) => ({
    ClientTypeId: String(type),
    ...(User.EmployerId !== null && { ParentId: User.EmployerId }),
  }),
})

/** Type of consignors and buyers as well as patients: centres for a lab, institutions for the others. */
const partnerType = ({ Entity }: Session): number => (Entity.ClientTypeId === Lab ? CollectionCentre : Institution)
const centres = { label: 'Collection centres', query: { ClientTypeId: CollectionCentre } }
const institutions = { label: 'Institutions', query: { ClientTypeId: Institution } }

/** Types of those that keep books. */
const owners = [LegalEntity, Lab, CollectionCentre]
const receivers = { ClientTypeId: owners.join(',') }

export const clientPickers = {
  patient: { ...ofEmployer(Patient), people: true, columns: person, hint: 'Type a name or a phone number' },
  doctor: {
    ...ofEmployer(Doctor),
    people: true,
    columns: [nameColumn, { name: 'Specialization', title: 'Specialization', width: '150px' }, area, phone],
  },
  referrer: statement(202),
  seller: statement(201),
  // whose money and tax it is: signed in at a legal entity, any of its places
  place: ({ Entity }) => (Entity.ClientTypeId === LegalEntity ? ofTypes(...owners) : statement(201)),
  buyer: {
    ...anyClient,
    choices: (session, around) => {
      const ClientId = keyIn(around, 'PatientId')
      const others = partnerType(session) === CollectionCentre ? [centres, institutions] : [institutions, centres]
      return ClientId === undefined
        ? others
        : [{ label: 'The patient', query: { ClientTypeId: Patient, ClientId } }, ...others]
    },
  },
  client: ({ Role }) => (Role.RoleId === role.SalesManager ? statement(204) : anyClient),
  // a price list is for buyers of its type that belong to its seller
  listbuyer: {
    ...anyClient,
    query: (_session, around) => {
      const [ClientTypeId, ParentId] = [keyIn(around, 'BuyerTypeId'), keyIn(around, 'SellerId')]
      return { ...(ClientTypeId !== undefined && { ClientTypeId }), ...(ParentId !== undefined && { ParentId }) }
    },
  },
  // what a client is merged into
  sametype: {
    ...anyClient,
    query: (_session, around) => ({ ClientTypeId: keyIn(around, 'ClientTypeId') ?? 0 }),
  },
  // where a user works: at the employer's organisations, at the employer itself, or as a doctor, courier or outside lab
  workplace: {
    ...anyClient,
    path: '/api/clients',
    choices: (_session, around) => {
      const EmployerId = keyIn(around, 'EmployerId')
      return EmployerId === undefined
        ? []
        : [
            { label: 'Organisations', query: { LegalEntityId: EmployerId } },
            { label: 'The employer', query: { ClientId: EmployerId } },
            { label: 'Others', query: {} },
          ]
    },
  },
  parent: ofTypes(LegalEntity, Lab, CollectionCentre, Institution),
  legalentity: ofTypes(LegalEntity),
  // whose books
  organisation: ofTypes(...owners),
  lab: ofTypes(Lab),
  externallab: ofTypes(ExternalLab),
  supplier: ofTypes(...supplierTypes),
  courier: ofEmployer(Courier),
  consignor: { ...anyClient, query: (session) => ({ ClientTypeId: partnerType(session) }) },
  consignee: {
    ...statement(205),
    columns: [nameColumn, { ...area, name: 'ClientTypeId', title: 'Type', listId: clientTypes.listId }, area, phone],
  },
  giver: ({ Entity }) => (Entity.ClientTypeId === CollectionCentre ? statement(203) : anyClient),
  // a manager also pays out
  receiver: ({ Role }) =>
    isPrivileged(Role)
      ? {
          ...anyClient,
          choices: () => [
            { label: 'Organisations', query: receivers },
            { label: 'Referrers', query: { ClientTypeId: clientType.Referrer } },
          ],
        }
      : { ...anyClient, query: () => receivers },
} satisfies Pickers
