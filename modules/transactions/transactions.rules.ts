// The rules of recorded money: who may cancel or correct it, and which day it may have.
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { allOf, isReason, must } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'

/** Where recorded money is held: the user whose batch it is in (null for none), and whether that batch is closed. */
export type Held = { readonly ownerId: number | null; readonly closed: boolean }
type Who = { readonly UserId: number; readonly RoleId: number }

/** Its remarks and reference may be corrected while the batch is open. */
export const mayCorrectWords = (held: Pick<Held, 'closed'>): Decision =>
  must(!held.closed, 'A transaction in a closed batch cannot be changed', { code: 'batch-closed' })

/** Its amount, mode or date, and cancelling it: by the owner of its batch, or by role id 2 or lower. */
export const mayChangeMoney = (held: Held, who: Who): Decision =>
  allOf(
    mayCorrectWords(held),
    must(
      held.ownerId === null || held.ownerId === who.UserId || who.RoleId <= role.BusinessManager,
      'The money is in another user’s batch. Only that user or a manager can change it',
      { code: 'others-batch' },
    ),
  )

/** A day (yyyy-mm-dd) in a closed period is refused; an entry about it is dated after it. */
export const checkBooks = (day: string, closedTill: string | null, at: string): Decision =>
  must(
    closedTill === null || day > closedTill,
    `The books are closed up to ${formatDate(closedTill)}. Use a later day`,
    {
      at,
      code: 'books-closed',
    },
  )

type Received = { readonly PaymentModeId: number | null; readonly Kind: string }
/** A cheque that we receive counts when the bank has paid it. One that we give counts at once. */
export const waitsToClear = ({ PaymentModeId, Kind }: Received): boolean =>
  PaymentModeId === paymentMode.Cheque && Kind === 'Receipt'

/** The state of a cheque, in words. */
export const clearingWords = { Waiting: 'to clear', Cleared: 'cleared', Bounced: 'bounced' } as const
/** Whether a valid receipt is part of what is paid. */
export const isCounted = ({ Clearing }: Cheque): boolean => (Clearing ?? 'Cleared') === 'Cleared'

type Cheque = { readonly Clearing?: string | null; readonly IsCancelled?: boolean | null }
const ofAccounts = ({ RoleId }: Pick<Who, 'RoleId'>): Decision =>
  must(
    RoleId <= role.BusinessManager || RoleId === role.Accounts,
    'Only accounts staff or a manager can mark a cheque cleared',
    { code: 'accounts-only' },
  )
/** Accounts staff or a manager mark a cheque once, also one in a closed batch. */
export const mayClear = (cheque: Cheque, who: Pick<Who, 'RoleId'>): Decision =>
  allOf(
    must(typeof cheque.Clearing === 'string', 'This is not a received cheque', { code: 'no-cheque' }),
    must(cheque.IsCancelled !== true, 'The transaction is cancelled', { code: 'taken-back' }),
    must(
      cheque.Clearing === 'Waiting',
      `The cheque has ${cheque.Clearing === 'Bounced' ? 'bounced' : 'cleared'} already`,
      {
        code: 'cleared',
      },
    ),
    ofAccounts(who),
  )

type Reversed = { readonly ReversesId?: number | null; readonly ReversedById?: number | null }
const isNoReversal = ({ ReversesId }: Reversed): Decision =>
  must((ReversesId ?? null) === null, 'A reversal cannot be cancelled. Record the money again', { code: 'reversal' })

/** A cheque that the bank returns after it had cleared has bounced, too. */
export const mayBounce = (cheque: Cheque & Reversed, who: Pick<Who, 'RoleId'>): Decision =>
  cheque.Clearing === 'Cleared' && cheque.IsCancelled !== true
    ? allOf(isNoReversal(cheque), ofAccounts(who))
    : mayClear(cheque, who)

/** The bank has paid a cleared cheque, so a desk cannot hand it back. */
export const mayTakeBack = ({ Clearing, ReversesId }: Cheque & Reversed): Decision =>
  allOf(
    must(
      Clearing !== 'Cleared',
      'A cleared cheque cannot be cancelled. Ask accounts staff to mark it bounced, or refund the money',
      { code: 'cleared' },
    ),
    isNoReversal({ ReversesId: ReversesId ?? null }),
  )

type Taxed = { readonly Purpose?: string | null; readonly TaxedById?: number | null }
/** A receipt is no other one, nor cancelled, while TDS is recorded beside it: the tax would be of nothing. */
export const isUntaxed = ({ Purpose, TaxedById }: Taxed): Decision =>
  allOf(
    must(
      Purpose !== 'tds',
      'It is TDS, which the register has. Accounts staff or a manager can cancel it in Transactions',
      { code: 'tds' },
    ),
    must(
      (TaxedById ?? null) === null,
      `The payer deducted TDS beside it. Cancel transaction ${TaxedById ?? ''}, the TDS, first`,
      { code: 'tds' },
    ),
  )

type Recorded = Cheque &
  Reversed & {
    readonly PaymentModeId?: number | null
    readonly Kind?: string | null
    readonly Purpose?: string | null
    readonly TdsOfId?: number | null
    readonly TdsOfModeId?: number | null
  }
/** Tax that was paid to the government: nobody gives its cheque back, so that it could be recorded as received. */
const isTaxPaid = ({ Kind, Purpose }: Recorded): boolean =>
  Kind === 'Refund' && (Purpose === 'gst' || Purpose === 'tds')

/** Accounts staff or a manager cancel a transaction that is wrong, once. A cheque is marked instead. */
export const mayCancelMoney = (money: Recorded, who: Pick<Who, 'RoleId'>): Decision =>
  allOf(
    must(
      who.RoleId <= role.BusinessManager || who.RoleId === role.Accounts,
      'Only accounts staff or a manager can cancel a transaction',
      { code: 'accounts-only' },
    ),
    must(money.IsCancelled !== true, 'The transaction is cancelled', { code: 'taken-back' }),
    must(
      (money.ReversedById ?? null) === null,
      `The transaction is cancelled by transaction ${money.ReversedById ?? ''}`,
      { code: 'taken-back' },
    ),
    isNoReversal(money),
    must(money.Purpose !== 'set off', 'It is one side of a settlement between places. Cancel that settlement', {
      code: 'set-off',
    }),
    must(
      // what was paid by cheque is not cancelled, but recorded as received
      money.Purpose !== 'withheld' || (money.TdsOfId ?? null) === null || money.TdsOfModeId === paymentMode.Cheque,
      `It is the TDS of payment ${money.TdsOfId ?? ''}. Cancel that payment: its tax is taken back with it`,
      { code: 'tds-of-payment' },
    ),
    must(
      money.PaymentModeId !== paymentMode.Cheque || isTaxPaid(money),
      'A cheque is not cancelled. Mark it not cleared or bounced; what was given by cheque is recorded as received',
      { code: 'cheque' },
    ),
  )

type Sides = { readonly Kind?: string | null; readonly GiverId?: number | null; readonly ReceiverId?: number | null }
/** The other side of it cannot cancel it. `Clients`: the places that the user works for. */
export const isRecorder = (
  { Kind, GiverId, ReceiverId }: Sides,
  { Clients }: { readonly Clients: readonly number[] },
): Decision =>
  must(
    Clients.includes(Number(Kind === 'Refund' ? GiverId : ReceiverId)),
    'Only the organisation that recorded the transaction can cancel it',
    { code: 'not-recorder' },
  )

export const checkReason = (reason: string | null | undefined, at: string): Decision =>
  must(isReason(reason), 'Enter in a few words why', { at, code: 'reason-needed' })

/** A cheque that was marked cleared by mistake waits again. */
export const mayUnclear = (cheque: Cheque & Reversed, who: Pick<Who, 'RoleId'>): Decision =>
  allOf(
    must(cheque.Clearing === 'Cleared', 'The cheque has not cleared', { code: 'not-cleared' }),
    must(cheque.IsCancelled !== true, 'The transaction is cancelled', { code: 'taken-back' }),
    isNoReversal(cheque),
    ofAccounts(who),
  )

/** The giver of a cheque cannot mark it. `Clients`: the places that the user works for. */
export const isReceived = (
  { ReceiverId }: { readonly ReceiverId?: number | null },
  { Clients }: { readonly Clients: readonly number[] },
): Decision =>
  must(
    Clients.includes(Number(ReceiverId)),
    'Only the organisation that received the cheque can mark it cleared or bounced',
    { code: 'not-received' },
  )

/** The day the bank paid a cheque: not in the future, not before it was received. */
export const checkClearedDay = (clearedOn: string, received: string, now: Date): Decision =>
  allOf(
    must(dayOf(clearedOn) <= dayOf(now), 'Date cannot be in the future', { at: 'ClearedOn' }),
    must(dayOf(clearedOn) >= dayOf(received), 'Date cannot be before the cheque was received', { at: 'ClearedOn' }),
  )

type Mode = { readonly PaymentModeId?: number | null; readonly PaymentRef?: string | null }
/** Card to gateway have a reference by which the bank knows them. */
export const hasReference = (PaymentModeId: number): boolean =>
  PaymentModeId >= paymentMode.Card && PaymentModeId <= paymentMode.Gateway

/** Such a mode needs it. */
export const checkReference = ({ PaymentModeId, PaymentRef }: Mode): Decision => {
  const mode = PaymentModeId ?? 0
  return must(!hasReference(mode) || (PaymentRef?.trim() ?? '') !== '', 'Payment reference is required', {
    at: 'PaymentRef',
    code: 'reference-needed',
  })
}

/** Card, UPI, bank and gateway: the payer's bank gives each payment a reference of its own. */
export const isPaidOnce = (PaymentModeId: number): boolean =>
  [paymentMode.Card, paymentMode.Upi, paymentMode.BankTransfer, paymentMode.Gateway].some(
    (mode) => mode === PaymentModeId,
  )

/** The supervisors (`isSupervisor`), in words. */
export const supervisorsText = 'an administrator, a manager or accounts staff'

/** These settle a bill without money changing hands: they count in no batch, and are never refunded. */
export const noMoneyModes: readonly number[] = [paymentMode.Deposit, paymentMode.Insurer, paymentMode.WriteOff]

export const isMoney = (PaymentModeId: number | null | undefined): boolean => !noMoneyModes.includes(PaymentModeId ?? 0)

type InBatch = {
  readonly Batch?: { readonly CloseDate?: string | null } | null
  readonly PaymentModeId?: number | null
}
/** Cancelled, it is marked: in its open batch, or where no batch holds it. Other money has its opposite recorded. */
export const isMarked = ({ Batch, PaymentModeId }: InBatch): boolean =>
  (Batch?.CloseDate ?? null) === null || noMoneyModes.includes(PaymentModeId ?? 0)

/** Accounts staff see what an insurer settles. That, and what is written off, has a limit by role. */
export const mayUseMode = (PaymentModeId: number | null | undefined, roleId: number): Decision =>
  must(
    PaymentModeId !== paymentMode.Insurer || roleId <= role.BusinessManager || roleId === role.Accounts,
    'Only accounts staff or a manager can record what an insurer settles',
    { at: 'PaymentModeId', code: 'accounts-only' },
  )

/** Settlements without money pay an invoice: by themselves they are no money. */
export const mayBeOnAccount = (PaymentModeId: number | null | undefined, InvoiceId: number | null): Decision =>
  must(
    InvoiceId !== null || !noMoneyModes.includes(PaymentModeId ?? 0),
    PaymentModeId === paymentMode.Deposit
      ? 'Choose the invoice to pay from the deposit: a deposit is no new money'
      : 'Choose the invoice that is settled: this mode is no money',
    { at: 'InvoiceId', code: 'no-money' },
  )

/** Money is refunded as money. */
export const mayGiveBackBy = (PaymentModeId: number | null | undefined): Decision =>
  must(
    !noMoneyModes.includes(PaymentModeId ?? 0),
    'Money cannot be refunded in this mode. Choose cash, bank transfer or another mode that pays',
    { at: 'PaymentModeId', code: 'no-money' },
  )

/** The day of a receipt: not in the future, not before what it pays (a day), nor more than a year back. */
export const checkMoneyDay = (date: string, now: Date, paysFrom: string | null = null): Decision => {
  const day = dayOf(date)
  return allOf(
    must(day <= dayOf(now), 'Date cannot be in the future', { at: 'Date' }),
    must(paysFrom === null || day >= dayOf(paysFrom), 'Date cannot be before the sale', { at: 'Date' }),
    must(day >= addDays(dayOf(now), -366), 'Date cannot be more than a year back', { at: 'Date' }),
  )
}
