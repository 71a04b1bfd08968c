// The header fields of a sale with useful notes under them.
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ageAt, formatAge, formatDate, dayOf } from '../../../core/dates.ts'
import { sameValue } from '../../../core/same.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { useEditable, useFormState } from '../../../web/record/use-form.ts'
import { keyLabel } from '../../../web/keys/hotkeys.ts'
import { labelOf } from '../../../web/record/shown.ts'
import { useOptions } from '../../../web/record/use-options.ts'
import { useSettled } from '../../../web/record/use-settled.ts'
import { isPrivileged } from '../../../core/user.ts'
import { Field, useForm, useValue } from '../sale.screen.ts'
import { useAsked } from './asked.screen.tsx'
import { doctorAdd, patientAdd } from './quick-add.screen.tsx'
import { useSession } from '../../../web/session/session.ts'
import { asksBirthTime } from '../../clients/clients.rules.ts'
import { cycleOf, pregnancyOf, stateNames } from '../../elements/draw.rules.ts'
import { genders, paymentType } from '../../lists/items.model.ts'
import { choice } from '../../../core/model.ts'
import { salesWithLrn } from '../answers.model.ts'

const gender = choice('Gender', genders)
const payment: Readonly<Record<number, string>> = {
  [paymentType.Cash]: 'Pays cash',
  [paymentType.Credit]: 'On credit',
  [paymentType.Prepaid]: 'Prepaid',
}

const PatientNote = () => {
  const patient = useValue('Patient')
  const collected = useValue('CollectionDate')
  const options = useOptions(gender)
  if (!patient) return null
  const age = formatAge(patient.BirthDate, collected ?? new Date())
  const lacksTime = !patient.BirthTime && asksBirthTime(patient, collected ?? new Date())
  const phone = (patient.MobilePhone ?? patient.Phone)?.replace(/^(\d{5})(\d{5})$/, '$1 $2')
  return (
    <>
      {[[labelOf(options, patient.GenderId), age].filter(Boolean).join(', '), phone, patient.Area]
        .filter(Boolean)
        .join('  ·  ')}
      {lacksTime && <span className="warn">{'  ·  '}Time of birth not known: add it to the patient</span>}
    </>
  )
}
const DoctorNote = () => {
  const doctor = useValue('Doctor')
  return doctor ? <>{doctor.CanRefer ? 'Can refer' : 'No referral'}</> : null
}
const BuyerNote = () => {
  const [buyerId, patientId, buyer] = [useValue('BuyerId'), useValue('PatientId'), useValue('Buyer')]
  if (buyerId === null || buyerId === undefined) return null
  if (buyerId === patientId) return <>Walk-in: the patient pays</>
  return <>{payment[buyer?.PaymentTypeId ?? 0] ?? ''}</>
}

/** Another sale of the seller with this LRN in the financial year. */
const LrnNote = () => {
  const editable = useEditable()
  const lrn = useSettled(useValue('LRN') ?? '')
  const [SellerId, SaleId, SaleDate] = [useValue('SellerId'), useValue('SaleId'), useValue('SaleDate')]
  const asks = editable && /^\d+$/.test(lrn) && typeof SellerId === 'number'
  const other = useAnswer(asks ? salesWithLrn : undefined, { LRN: lrn, SellerId, SaleId, SaleDate }).data?.[0]
  if (!asks || !other) return null
  return (
    <span className="warn">
      <IconAlertTriangle size={13} stroke={1.6} /> Also on{' '}
      <Link {...recordLink('sales', { SaleId: other.SaleId })} target="_blank">
        sale {other.SaleId}
      </Link>
      , {dayOf(other.SaleDate) === dayOf(new Date()) ? 'today' : formatDate(other.SaleDate)}
    </span>
  )
}

/** A doctor refers most patients: at the counter Tab passes the referrer, a key goes there. */
const referrerKey = 'alt+r'
const ReferrerNote = () => {
  const [editable, sale] = [useEditable(), useValue('SaleId')]
  const [patient, buyer, referrer] = [useValue('PatientId'), useValue('BuyerId'), useValue('ReferrerId')]
  const isOpen = editable && sale === undefined && typeof patient === 'number' && patient === buyer
  return isOpen && typeof referrer !== 'number' ? (
    <>{keyLabel(referrerKey)} to choose; empty: the doctor, if they can refer</>
  ) : null
}

/** Sex and age at the draw; undefined before a patient is chosen. */
const usePerson = () => {
  const [patient, collected] = [useValue('Patient'), useValue('CollectionDate')]
  const ageYears = ageAt(patient?.BirthDate, collected ?? new Date())?.years ?? null
  return patient ? { genderId: patient.GenderId ?? null, ageYears } : undefined
}

const pregnancyKey = 'alt+y'
/** Only of a patient who may be pregnant. At the counter Tab passes it, since few products ask for it. */
const PregnancyField = () => {
  const [person, stated] = [usePerson(), useValue('Pregnancy')]
  const isOpen = person && pregnancyOf(null, person) === null
  if (!isOpen && (stated ?? null) === null) return null
  return <Field name="Pregnancy" span={2} hotkey={pregnancyKey} note={<>{keyLabel(pregnancyKey)} to state it</>} />
}

/** Beside a pregnancy that is stated; of weeks and patient as stored, with the day for which they are stated. */
const WeeksField = () => {
  const [pregnancy, weeks, day] = [useValue('Pregnancy'), useValue('PregnancyWeeks'), useValue('PregnancyWeeksOn')]
  const isAsStated = useFormState(
    useForm(),
    ({ mode, began, values }) =>
      mode === 'view' ||
      (['PregnancyWeeks', 'PatientId'] as const).every((name) => sameValue(began[name], values[name])),
  )
  const on = isAsStated ? day : null
  if (pregnancy !== 'yes' && (weeks ?? null) === null) return null
  return <Field name="PregnancyWeeks" note={on ? `On ${formatDate(on)}` : 'Completed, at the collection'} />
}

/**
 * Asked only where a product on the bill has a test whose intervals depend on it and sex and age do not tell it, or
 * where it is stated.
 */
const StatesAtDraw = () => {
  const [person, pregnancy] = [usePerson(), useValue('Pregnancy')]
  const hasCycle = !person || cycleOf(null, person, pregnancy ?? null) === null
  const stated = {
    FastingHours: useValue('FastingHours'),
    CyclePhase: useValue('CyclePhase'),
    Treatment: useValue('Treatment'),
  }
  const asked = useAsked()
  return stateNames.map((name) => {
    if (name === 'Pregnancy' || name === 'PregnancyWeeks') return null
    const isAsked = asked?.Asks.includes(name) === true && (name !== 'CyclePhase' || hasCycle)
    return isAsked || (stated[name] ?? null) !== null ? <Field key={name} name={name} span={2} /> : null
  })
}

export const SaleHeader = () => {
  const isManager = isPrivileged(useSession().Role)
  return (
    <section className="card" aria-label="Sale">
      <div className="fields sale-fields">
        <Field name="PatientId" span={4} add={patientAdd} note={<PatientNote />} />
        <Field name="ReferringDoctorId" span={2} add={doctorAdd} note={<DoctorNote />} />
        <Field name="SellerId" span={4} />
        <Field name="BuyerId" span={2} note={<BuyerNote />} />
        {isManager ? (
          <Field name="ReferrerId" span={2} />
        ) : (
          <Field name="ReferrerId" span={2} empty="From the doctor" hotkey={referrerKey} note={<ReferrerNote />} />
        )}
        <Field name="LRN" span={2} note={<LrnNote />} />
        <Field name="Remarks" span={2} rows={1} />
        <Field name="SaleDate" span={2} />
        <Field name="CollectionDate" span={2} />
        <Field name="ReportDate" span={2} />
        <PregnancyField />
        <WeeksField />
        <StatesAtDraw />
      </div>
    </section>
  )
}
