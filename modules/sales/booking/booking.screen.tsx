// A sale while it is filled in: prices follow its parties and dates, the referrer follows the doctor,
// questions are asked.
import type { clientsFound } from '../../../core/answer/questions.ts'
import { defaultReportDate } from '../../../core/dates.ts'
import { isPrivileged } from '../../../core/user.ts'
import type { SignedIn } from '../../../core/user.ts'
import { answerTo } from '../../../web/api/api.ts'
import type { Search } from '../../../web/record/form.ts'
import { ask, askChoice, askText } from '../../../web/dialog/ask.ts'
import type { Session } from '../../../web/session/session.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import {
  bookingErrorAt,
  bookingErrors,
  bookingOf,
  bookingToSend,
  linesOf,
  linesToCopy,
  lockedForRole,
  newBooking,
  pricedRow,
  receiptsOf,
} from './booking.rules.ts'
import { nothingStated, stateNames } from '../../elements/draw.rules.ts'
import { lockedFields } from '../status/locked.rules.ts'
import { walkInQuestion } from '../receipts/receipts.rules.ts'
import type { SaleProduct } from '../sales.model.ts'
import type { SaleForm, SaleOptions, SaleShown } from '../sale.screen.ts'
import { isWalkIn, mayPick, referrerOf, resetLines, resetPrompt } from '../sales.rules.ts'
import type { FetchedPrice, Reset, ResettingField, SaleLine } from '../sales.rules.ts'
import { saleStateOf } from '../status/status.rules.ts'
import { clientType, lineStatus } from '../../lists/items.model.ts'
import { pricesInForce } from '../answers.model.ts'

type Priced = FetchedPrice & {
  readonly PriceSource?: SaleProduct['PriceSource']
  readonly CommissionSource?: SaleProduct['CommissionSource']
}
/** A product that a seller offers (101), with the sources of its figures. */
export type Offered = Priced & Required<Pick<NonNullable<SaleProduct['Product']>, 'Code' | 'Name' | 'IsLocalProduct'>>
const rowsOf = (form: SaleForm): readonly SaleProduct[] => form.get('SaleProducts') ?? []
const idOf = (form: SaleForm, name: 'PatientId' | 'BuyerId' | 'SellerId' | 'ReferrerId'): number | null =>
  form.get(name) ?? null

/** Prices of products for the sale's parties and date. */
const fetchPrices = (form: SaleForm, ids: readonly number[]): Promise<Priced[]> =>
  answerTo(pricesInForce, {
    BuyerTypeId: form.get('Buyer')?.ClientTypeId,
    BuyerId: form.get('BuyerId'),
    SellerId: form.get('SellerId'),
    ReferrerId: form.get('ReferrerId'),
    SaleDate: form.get('SaleDate'),
    ProductId: ids.join(','),
    Sources: true,
  })

/** Sets the figures that the reset names in all live lines. */
const reprice = async (form: SaleForm, reset: Pick<Reset, 'prices' | 'commissions'>): Promise<void> => {
  const ids = rowsOf(form).flatMap((row) => (typeof row.ProductId === 'number' ? [row.ProductId] : []))
  if (ids.length === 0 || idOf(form, 'SellerId') === null) return
  try {
    const fetched = await fetchPrices(form, ids)
    const rows = rowsOf(form)
    const byId = new Map(fetched.map((price) => [price.ProductId, price]))
    const lines: readonly SaleLine[] = resetLines(linesOf(form.state().values), fetched, reset)
    form.set({
      SaleProducts: rows.map((row, index) => {
        const price = byId.get(row.ProductId ?? 0)
        const line = lines[index]
        if (!price || !line || row.StatusId === lineStatus.Cancelled) return row
        if (reset.prices && reset.commissions) return pricedRow(row, price)
        return {
          ...row,
          ...(reset.prices
            ? { ...pricedRow(row, price), CommissionPercent: row.CommissionPercent ?? 0 }
            : {
                CommissionPercent: price.Commission ?? 0,
                OriginalCommissionPercent: price.Commission ?? 0,
                CommissionSource: price.CommissionSource,
              }),
        }
      }),
    })
  } catch (error) {
    sayError(error)
  }
}

/** Puts a picked product on a line; false when another line has it. */
export const pickProduct = (form: SaleForm, index: number, product: Offered): boolean => {
  const { ProductId, Code, Name, IsLocalProduct } = product
  const decision = mayPick(linesOf(form.state().values), ProductId, index)
  if (!decision.ok) {
    sayError(decision.reason)
    return false
  }
  const rows = rowsOf(form)
  const row = pricedRow({ ...rows[index], ProductId, Product: { ProductId, Code, Name, IsLocalProduct } }, product)
  form.set({ SaleProducts: index < rows.length ? rows.map((one, i) => (i === index ? row : one)) : [...rows, row] })
  return true
}

type Refers = { readonly ClientId?: number | null; readonly CanRefer?: boolean | null } | null | undefined
const refers = (one: Refers, CanRefer: boolean) =>
  typeof one?.ClientId === 'number' ? { ClientId: one.ClientId, CanRefer } : null
/** Sets the referrer that applies now; answers whether it changed. `followed`: the doctor that it was taken from. */
const settleReferrer = (form: SaleForm, followed: unknown): boolean => {
  const doctor = form.get('Doctor')
  const before = idOf(form, 'ReferrerId')
  const picked = !isPrivileged(form.user) && before === followed ? null : form.get('Referrer')
  const ReferrerId = referrerOf({
    PatientId: idOf(form, 'PatientId'),
    BuyerId: idOf(form, 'BuyerId'),
    roleId: form.user.RoleId,
    doctor: refers(doctor, doctor?.CanRefer === true),
    picked: refers(picked, picked?.CanRefer !== false),
  })
  if (ReferrerId === before) return false
  form.set({ ReferrerId, Referrer: ReferrerId === null ? null : ReferrerId === doctor?.ClientId ? doctor : picked })
  return true
}

const isPatients = ({ PatientId = null, BuyerId = null }: Pick<SaleShown, 'PatientId' | 'BuyerId'>): boolean =>
  isWalkIn({ PatientId, BuyerId })
/** The lines of an accessioned sale are locked, and take the prices of another buyer without a question. */
const followBuyer = async (form: SaleForm): Promise<void> => {
  const { began, values } = form.state()
  const areLocked =
    values.SaleId !== undefined && lockedFields(saleStateOf(values), form.user.RoleId).has('SaleProducts')
  if (!areLocked) return follow(form, 'BuyerId')
  settleReferrer(form, form.get('ReferringDoctorId'))
  if (!(isPatients(began) && isPatients(values))) await reprice(form, { prices: true, commissions: true })
}

/** A header field changed: asks whether the figures follow. No keeps the new value and the old figures. */
const follow = async (
  form: SaleForm,
  field: ResettingField | 'ReferringDoctorId',
  doctorBefore: unknown = form.get('ReferringDoctorId'),
): Promise<void> => {
  const referred = settleReferrer(form, doctorBefore)
  const prompt = field === 'ReferringDoctorId' ? null : resetPrompt(field, linesOf(form.state().values))
  if (prompt && (await ask({ text: prompt.text })))
    await reprice(form, { prices: prompt.prices, commissions: prompt.commissions || referred })
  else if (referred && !isPrivileged(form.user)) await reprice(form, { prices: false, commissions: true })
  else if (referred && !prompt) {
    const again = resetPrompt('ReferrerId', linesOf(form.state().values))
    if (again && (await ask({ text: again.text }))) await reprice(form, again)
  }
}

const overpaidChoices = [
  ['Change', 'Give change'],
  ['Advance', 'Keep as advance'],
] as const

/** A sale started from a patient's screen has the patient in its address. */
const start = (_user: SignedIn, { PatientId }: Search, { Entity }: Session): SaleShown => ({
  ...newBooking(new Date(), Entity),
  ...(typeof PatientId === 'number' && { PatientId }),
})
/** Loads the name of that key; a patient that cannot be read leaves the field empty. */
const takePatient = async (form: SaleForm): Promise<void> => {
  const ClientId = idOf(form, 'PatientId')
  if (ClientId === null || form.get('Patient')) return
  const [found] = await answerTo<typeof clientsFound>(
    { path: 'clients' },
    {
      ClientId,
      ClientTypeId: clientType.Patient,
    },
  ).catch(() => [])
  if (idOf(form, 'PatientId') !== ClientId || form.get('Patient')) return
  const Patient = found ?? null
  form.set(
    Patient
      ? { Patient, BuyerId: ClientId, Buyer: { ...Patient, ClientTypeId: clientType.Patient } }
      : { PatientId: null },
  )
}

export const booking: SaleOptions = {
  start,
  loaded: bookingOf,
  copy: (copied, user, session) => ({
    ...copied,
    ...start(user, {}, session),
    SaleProducts: linesToCopy(copied.SaleProducts ?? []),
    SellerId: copied.SellerId,
    Seller: copied.Seller,
    LRN: null,
    ...nothingStated,
    Invoice: null,
    OverrideRemarks: null,
  }),
  opened: (form, copied) => (copied ? reprice(form, { prices: true, commissions: true }) : takePatient(form)),
  send: bookingToSend,
  check: bookingErrors,
  errorAt: bookingErrorAt,
  locked: (name, values, user) => {
    const byRole = lockedForRole(name, user)
    if (byRole) return byRole
    const byState = values.SaleId === undefined ? undefined : lockedFields(saleStateOf(values), user.RoleId).get(name)
    if (byState) return byState
    if (
      name === 'ReferrerId' &&
      !isWalkIn({
        PatientId: values.PatientId ?? null,
        BuyerId: values.BuyerId ?? null,
      })
    )
      return 'A referrer applies only when the patient pays'
    return undefined
  },
  changed: {
    PatientId: async (form, value, before) => {
      // it was stated of the other patient
      if (stateNames.some((name) => (form.get(name) ?? null) !== null)) form.set(nothingStated)
      const buyer = idOf(form, 'BuyerId')
      if (buyer !== null && buyer !== before) return follow(form, 'ReferringDoctorId')
      const patient = form.get('Patient')
      form.set({ BuyerId: idOf(form, 'PatientId'), Buyer: patient && { ...patient, ClientTypeId: clientType.Patient } })
      return followBuyer(form)
    },
    Pregnancy: (form, value) => {
      if (value !== 'yes' && (form.get('PregnancyWeeks') ?? null) !== null) form.set({ PregnancyWeeks: null })
    },
    ReferringDoctorId: (form, _value, before) => follow(form, 'ReferringDoctorId', before),
    SellerId: (form) => follow(form, 'SellerId'),
    BuyerId: followBuyer,
    // above role id 2 the list sets a commission: it follows without a question
    ReferrerId: async (form) => {
      if (isPrivileged(form.user)) return follow(form, 'ReferrerId')
      settleReferrer(form, form.get('ReferringDoctorId'))
      return reprice(form, { prices: false, commissions: true })
    },
    SaleDate: (form, value) => {
      if (typeof value === 'string' && !Number.isNaN(Date.parse(value)) && form.state().mode === 'add')
        form.set({ ReportDate: defaultReportDate(value) })
      return follow(form, 'SaleDate')
    },
  },
  confirm: async (form) => {
    const question = walkInQuestion(
      { PatientId: idOf(form, 'PatientId'), BuyerId: idOf(form, 'BuyerId') },
      receiptsOf(form.state().values).map((row) => ({
        PaymentModeId: row.PaymentModeId ?? null,
        Amount: row.Amount ?? null,
      })),
    )
    return question === null || ask({ text: question })
  },
  refused: async (form, message) => {
    const { errors } = form.state()
    if (errors.Overpaid) {
      const how = await askChoice({
        title: 'Overpaid',
        text: message,
        choices: overpaidChoices,
        cancel: 'Correct',
      })
      // an answer is valid only for the save that asked
      form.set({ Overpaid: how ?? null })
      return how !== undefined
    }
    if (form.get('Overpaid')) form.set({ Overpaid: null })
    if (errors.EarlyCollection) {
      const isRight = await ask({ text: message })
      form.set({ EarlyCollection: isRight })
      return isRight
    }
    if (errors.ReceiptReason) {
      const reason = await askText({ title: 'Cancel a receipt', label: 'Reason', text: message })
      form.set({ ReceiptReason: reason ?? null })
      return reason !== undefined
    }
    if (!errors.OverrideRemarks) return false
    const remarks = await askText({ label: 'Override remarks', text: message })
    if (remarks === undefined) return false
    form.set({ OverrideRemarks: remarks })
    return true
  },
}
