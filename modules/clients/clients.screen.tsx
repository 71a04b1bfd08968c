// A client of any type: its fields depend on the type and the role; a patient's visits are below them.
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { recordLink } from '../../web/record/record-link.ts'
import { Button } from '../../web/part/button.tsx'
import { holdKeys } from '../../web/keys/held-keys.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import type { Session } from '../../web/session/session.ts'
import type { Form, RecordOptions, Search, Shown } from '../../web/record/form.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { RecordPart } from '../../web/detail/record-part.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { screenOf, type ScreenField } from '../../web/screen/screen-of.ts'
import { answerTo } from '../../web/api/api.ts'
import { ask } from '../../web/dialog/ask.ts'
import type { clientsFound } from '../../core/answer/questions.ts'
import type { Model } from '../../core/model.ts'
import { isPrivileged, type SignedIn } from '../../core/user.ts'
import { similarQuery, similarText } from './similar-patients.rules.ts'
import { clients, type clientFields } from './clients.model.ts'
import {
  addableTypes,
  clientErrors,
  fromAge,
  fromBirthDate,
  keptByAll,
  mayCloseBooks,
  parentOf,
  picksParent,
  restrictedFields,
  shownFields,
} from './clients.rules.ts'
import { copyFor, listsOfTypes, startOf, typeOf } from './entry.rules.ts'
import { Visits } from './visits.screen.tsx'
import { ClientActs } from './acts/acts.screen.tsx'
import { clientType } from '../lists/items.model.ts'
import { similarPatients } from './acts/answers.model.ts'

type Values = Shown<typeof clientFields>
const { Field, useForm, useRecord, useValue } = screenOf(clients)
const managers = 'Only a manager may change this'

const locked = (name: string, values: Values, user: SignedIn): string | undefined => {
  const type = typeOf(values)
  const stored = typeof values.ClientId === 'number'
  if (name === 'ClientTypeId' && stored) return 'The client type cannot be changed'
  if (name === 'ParentId' && !picksParent(type, user)) return 'The parent follows from the type of the client'
  if (!isPrivileged(user) && restrictedFields.some((one) => one === name)) return managers
  const mayClose = mayCloseBooks(values.ClientId, user)
  if (name === 'BooksClosedTill' && !mayClose.ok) return mayClose.reason
  return undefined
}

/** A parent that follows from the type has only a key: its name is looked up, unless it is the current entity. */
const nameParent = async (form: Form<typeof clientFields>) => {
  const { ParentId, ParentClient } = form.state().values
  if (typeof ParentId !== 'number' || ParentClient) return
  const { Entity } = form.session
  const found =
    ParentId === Entity.ClientId
      ? Entity
      : (await answerTo<typeof clientsFound>({ path: 'clients' }, { ClientId: ParentId }).catch(() => []))[0]
  if (found && form.get('ParentId') === ParentId) form.set({ ParentClient: { ClientId: ParentId, Name: found.Name } })
}

/**
 * Asks before a patient is saved who looks like an existing one. A failed look-up does not block
 * the save.
 */
const isMeant = async (form: Form<typeof clientFields>): Promise<boolean> => {
  const { values, mode } = form.state()
  if (mode !== 'add' || typeOf(values) !== clientType.Patient) return true
  const similar = await answerTo(similarPatients, similarQuery(values)).catch(() => [])
  if (similar.length === 0) return true
  const found = similar.map((one) => `${one.ClientId}: ${similarText(one, new Date())}`).join('; ')
  return ask({
    text: `This looks like an existing patient: ${found}. Save a new one anyway?`,
    tall: true,
  })
}

const entry: RecordOptions<typeof clientFields> = {
  start: (user, search, session) => startOf(String(search.from ?? ''), user, session.Entity),
  opened: nameParent,
  copy: copyFor,
  check: (values, user) => ({
    ...clientErrors(values, user.RoleId),
    ...(isPrivileged(user) || keptByAll(typeOf(values))
      ? {}
      : { ClientTypeId: ['Your role may add and change patients and doctors only'] }),
  }),
  locked,
  confirm: isMeant,
  changed: {
    // another type is another client: all entered values are cleared
    ClientTypeId: (form, type) => {
      const cleared = Object.fromEntries(
        Object.entries(form.fields)
          .filter(([name, field]) => name !== 'ClientTypeId' && !field.computed)
          .map(([name]) => [name, null]),
      )
      form.set({
        ...cleared,
        IsActive: true,
        ParentId: typeof type === 'number' ? parentOf(type, form.user) : null,
        ParentClient: null,
        CanRefer: type === clientType.Referrer,
      })
      return nameParent(form)
    },
    Age: (form, age) =>
      form.set({ ...fromAge(typeof age === 'number' && age >= 0 && age <= 120 ? age : null, new Date()) }),
    BirthDate: (form, day) =>
      form.set({
        ...fromBirthDate(typeof day === 'string' && /^\d{4}-\d{2}-\d{2}/.test(day) ? day : null, new Date()),
      }),
  },
}

const sections: readonly (readonly [string, readonly ScreenField<typeof clientFields>[]])[] = [
  [
    'General',
    [
      { name: 'ClientTypeId', span: 2 },
      { name: 'Name', span: 4 },
      { name: 'NameAlias', span: 3 },
      { name: 'Specialization', span: 3 },
      { name: 'Code', span: 2 },
      { name: 'BillPrefix', span: 2 },
      { name: 'IsActive', span: 2 },
      { name: 'ParentId', span: 4 },
      { name: 'LegalEntityId', span: 4 },
      { name: 'NationalId', span: 2 },
      { name: 'RegistrationKey', span: 2 },
    ],
  ],
  [
    'Personal',
    [
      { name: 'GenderId', span: 2 },
      { name: 'Age', span: 1 },
      { name: 'BirthDate', span: 2 },
      { name: 'BirthTime', span: 1 },
      { name: 'IsActualBirthDay', span: 2 },
      { name: 'Height', span: 1, label: 'Height (cm)' },
      { name: 'Weight', span: 1, label: 'Weight (kg)' },
      { name: 'AnniversaryDate', span: 2 },
    ],
  ],
  [
    'Address',
    [
      { name: 'Address', span: 8, rows: 1 },
      { name: 'Area', span: 4 },
      { name: 'City', span: 4 },
      { name: 'State', span: 4 },
      { name: 'Zipcode', span: 4 },
    ],
  ],
  [
    'Contact',
    [
      { name: 'MobilePhone', span: 2 },
      { name: 'WorkPhone', span: 2 },
      { name: 'HomePhone', span: 2 },
      { name: 'Email', span: 6 },
      { name: 'EmailReports', span: 2 },
      { name: 'GivesCare', span: 3, note: 'Reads sensitive results of what it bought' },
      { name: 'ContactPersonName', span: 4 },
      { name: 'ContactPersonPhone', span: 2 },
    ],
  ],
  [
    'Referral',
    [
      { name: 'SalesManagerId', span: 4 },
      { name: 'CanRefer', span: 2 },
      { name: 'MaxDiscountForReferral', span: 3 },
    ],
  ],
  [
    'Billing',
    [
      { name: 'PaymentTypeId', span: 2 },
      { name: 'BillCycleId', span: 2 },
      { name: 'CreditLimit', span: 2 },
      { name: 'CreditDays', span: 2, note: 'Empty is 30 on credit' },
      { name: 'OpeningBalance', span: 2 },
      { name: 'EmailStatements', span: 2 },
      { name: 'TdsOn', span: 3, note: 'Withheld from what its bills are paid; empty is none' },
      { name: 'TdsRate', span: 3, note: 'Of its certificate, or 1 for an individual; empty is that of the settings' },
      { name: 'BooksClosedTill', span: 3, note: 'No new entries on or before this date' },
    ],
  ],
  [
    'Papers',
    [
      { name: 'LocalName', span: 4, note: 'The name in the local language' },
      { name: 'Logo', span: 3, note: 'PNG or JPEG, square looks best' },
      { name: 'FootLine', span: 5, note: 'Accreditation, hours, how to reach the lab' },
      { name: 'UpiId', span: 4, note: 'Unpaid bills have a code to pay to it' },
    ],
  ],
  [
    'Dispatch',
    [
      { name: 'AutoDispatch', span: 2 },
      { name: 'ConsigneeId', span: 4 },
      { name: 'CourierId', span: 3 },
      { name: 'DispatchTimes', span: 3 },
    ],
  ],
]

const Sections = () => {
  const form = useForm()
  const [type, dispatches] = [typeOf({ ClientTypeId: useValue('ClientTypeId') }), useValue('AutoDispatch')]
  const [BirthDate, BirthTime] = [useValue('BirthDate'), useValue('BirthTime')]
  const born = { BirthDate, BirthTime, IsActualBirthDay: useValue('IsActualBirthDay') }
  const shown = shownFields(type, form.user.RoleId, { AutoDispatch: dispatches, ...born })
  const needed = clientErrors({ ClientTypeId: type, AutoDispatch: dispatches }, form.user.RoleId)
  const isNew = useFormState(form, (state) => state.mode === 'add')
  const only = (name: string) => (isNew && name === 'ClientTypeId' ? addableTypes(form.user.RoleId) : undefined)
  return sections.map(([title, fields]) => {
    const there = fields.filter(({ name }) => shown.has(name))
    return (
      there.length > 0 && (
        <FieldCard key={title} label={title} titled>
          {there.map((field) => (
            <Field key={field.name} {...field} only={only(field.name)} required={needed[field.name] !== undefined} />
          ))}
        </FieldCard>
      )
    )
  })
}

/** A user who may see patients but not every client reads each one at the address of its own list. */
const modelFor = (session: Session, list: unknown): Model<typeof clientFields> =>
  typeof list === 'string' && listsOfTypes.has(list) && !may(session, 'clients', 'read') && may(session, list, 'read')
    ? // its files are stored under clients
      { ...clients, id: list, files: undefined }
    : clients

export const Screen = () => {
  const session = useSession()
  const search: Search = useSearch({ strict: false })
  const record = useRecord(entry, modelFor(session, search.from))
  const navigate = useNavigate()
  const { ClientTypeId, IsActive, Name: name } = useFormState(record.form, (state) => state.began)
  const mode = useFormState(record.form, (state) => state.mode)
  const patientId = mode === 'view' && ClientTypeId === clientType.Patient ? Number(record.key) : undefined
  const sell = () => {
    holdKeys('screen')
    void navigate(recordLink('sales', { PatientId: Number(record.key) }))
  }
  return (
    <Detail
      record={record}
      title={mode !== 'add' && typeof name === 'string' ? name : undefined}
      status={<span className="head-status">Client {record.key}</span>}
      viewActions={
        <>
          {patientId !== undefined && IsActive === true && may(session, 'sales', 'create') && (
            <Button label="New Sale" icon={IconPlus} hotkey="alt+n" onClick={sell} />
          )}
          <ClientActs />
        </>
      }
    >
      <Sections />
      {patientId !== undefined && (
        <>
          <Visits patientId={patientId} />
          <RecordPart name="patientresults" recordKey={patientId} />
        </>
      )}
    </Detail>
  )
}
