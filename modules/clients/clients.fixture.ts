// Clients of every type for tests: a value for every field, saved and then changed.
import type { TestApp } from '../../server/testing/app.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { valueOf } from '../../server/testing/rows.ts'
import { gender, paymentType } from '../lists/items.model.ts'
import { shownFields } from './clients.rules.ts'

export const clientTypes = [9, 10, 11, 12, 13, 14, 16, 19, 20]
/** A value for every field of a client, without those that do not show for a type. */
const everything = (type: number, salesManager: number) => ({
  ClientTypeId: type,
  Name: `Kept ${type}`,
  NameAlias: 'K. Kept',
  Specialization: 'Physician',
  GenderId: gender.Female,
  BirthDate: '1980-04-05',
  IsActualBirthDay: true,
  Height: 30,
  Weight: 500,
  AnniversaryDate: '2005-12-31',
  LegalEntityId: 1,
  Code: `KEPT${type}`,
  BillPrefix: `K${String.fromCharCode(65 + type)}X`,
  Area: 'Aundh',
  Address: '7 Hill Road\nFirst floor',
  City: 'Pune',
  State: 'Maharashtra',
  Zipcode: '411007',
  MobilePhone: '9876543210',
  WorkPhone: '020 2550 0000',
  HomePhone: '020 2550 0001',
  Email: 'kept@example.com',
  ContactPersonName: 'Asha Rane',
  ContactPersonPhone: '9876500000',
  NationalId: '1234 5678 9012',
  RegistrationKey: '27AAAAA0000A1Z9',
  SalesManagerId: salesManager,
  CanRefer: true,
  MaxDiscountForReferral: 12.5,
  PaymentTypeId: paymentType.Credit,
  BillCycleId: 54,
  CreditLimit: 150_000.5,
  // in favour of the client it takes a second person
  OpeningBalance: 20,
  TdsOn: 'contract',
  TdsRate: 1.5,
  EmailStatements: true,
  EmailReports: true,
  // that it does takes a second person
  GivesCare: false,
  AutoDispatch: true,
  ConsigneeId: 4,
  CourierId: 151,
  DispatchTimes: '11:00, 17:30',
  IsActive: true,
})
/** Values for the fields that show for a type. */
export const shownOf = (type: number, salesManager: number) => {
  const shown = shownFields(type, 1, { AutoDispatch: true })
  return Object.fromEntries(Object.entries(everything(type, salesManager)).filter(([name]) => shown.has(name)))
}
export const salesManagerOf = (app: TestApp): Promise<number> =>
  valueOf(app, 'users', { UserName: 'salesmanager' }, 'user_id')
export const addClient = (person: Person, body: Json) => person.post('/api/clients/', body)
export const keptClient = async (person: Person, body: Json): Promise<number> => {
  const saved = await addClient(person, body)
  if (saved.status !== 201) throw new Error(`Not saved: ${saved.text}`)
  return saved.body.ClientId
}
/** The values of another save of a client. */
export const changedClient = (type: number, salesManager: number) => ({
  ...shownOf(type, salesManager),
  Name: `Changed ${type}`,
  Area: 'Baner',
  IsActive: false,
})
/** The errors that a refusal gives for a field. */
export const said = (answer: Answered, name: string): unknown => answer.body.errors?.[name]
