// What holds for money that was recorded: who may take it back or correct it, and which day it may bear.
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { allOf, must } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'

/** Where recorded money is held: the user whose batch it is in (null for none), and whether that batch is closed. */
export type Held = { readonly ownerId: number | null; readonly closed: boolean }
type Who = { readonly UserId: number; readonly RoleId: number }

/** Its remarks and reference are corrected while the batch is open. */
export const mayCorrectWords = (held: Pick<Held, 'closed'>): Decision =>
  must(!held.closed, 'A transaction in a closed batch cannot be changed', { code: 'batch-closed' })

/** Its amount, mode or date, and taking it back: by whose batch holds it, or by role id 2 or lower. */
export const mayChangeMoney = (held: Held, who: Who): Decision =>
  allOf(
    mayCorrectWords(held),
    must(
      held.ownerId === null || held.ownerId === who.UserId || who.RoleId <= role.BusinessManager,
      'The money is in the batch of somebody else: only they or a manager may change it',
      { code: 'others-batch' },
    ),
  )

/** A day (yyyy-mm-dd) in a closed period is refused; what is to be said of it is dated after it. */
export const checkBooks = (day: string, closedTill: string | null, at: string): Decision =>
  must(
    closedTill === null || day > closedTill,
    `The books are closed till ${formatDate(closedTill)}: use a later day`,
    {
      at,
      code: 'books-closed',
    },
  )

type Received = { readonly PaymentModeId: number | null; readonly Kind: string }
/** A cheque that somebody gives us: it counts when the bank has paid it. What we pay by cheque counts at once. */
export const waitsToClear = ({ PaymentModeId, Kind }: Received): boolean =>
  PaymentModeId === paymentMode.Cheque && Kind === 'Receipt'

/** What became of a cheque, beside its mode. */
export const clearingWords = { Waiting: 'to clear', Cleared: 'cleared', Bounced: 'bounced' } as const
/** Whether a receipt that stands is part of what is paid. */
export const isCounted = ({ Clearing }: Cheque): boolean => (Clearing ?? 'Cleared') === 'Cleared'

type Cheque = { readonly Clearing?: string | null; readonly IsCancelled?: boolean | null }
const ofAccounts = ({ RoleId }: Pick<Who, 'RoleId'>): Decision =>
  must(
    RoleId <= role.BusinessManager || RoleId === role.Accounts,
    'Only accounts staff or a manager can mark a cheque cleared',
    { code: 'accounts-only' },
  )
/** The accounts, or a manager, say once what became of a cheque; also of one whose batch is closed. */
export const mayClear = (cheque: Cheque, who: Pick<Who, 'RoleId'>): Decision =>
  allOf(
    must(typeof cheque.Clearing === 'string', 'This is not a cheque that was received', { code: 'no-cheque' }),
    must(cheque.IsCancelled !== true, 'The transaction is taken back', { code: 'taken-back' }),
    must(
      cheque.Clearing === 'Waiting',
      `The cheque has ${cheque.Clearing === 'Bounced' ? 'bounced' : 'cleared'} already`,
      {
        code: 'cleared',
      },
    ),
    ofAccounts(who),
  )

/** A cheque that the bank returns after it had cleared has bounced, too. */
export const mayBounce = (cheque: Cheque, who: Pick<Who, 'RoleId'>): Decision =>
  cheque.Clearing === 'Cleared' && cheque.IsCancelled !== true ? ofAccounts(who) : mayClear(cheque, who)

/** What the bank has paid is no paper any more that a desk can hand back. */
export const mayTakeBack = ({ Clearing }: Cheque): Decision =>
  must(
    Clearing !== 'Cleared',
    'A cheque that has cleared is not taken back: the accounts say that it bounced, or its money is refunded',
    { code: 'cleared' },
  )

/** Who gave a cheque does not say what became of it. `Clients`: the places that one works for. */
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
/** Card to gateway bear the reference by which the bank knows them. */
export const checkReference = ({ PaymentModeId, PaymentRef }: Mode): Decision => {
  const mode = PaymentModeId ?? 0
  return must(
    mode < paymentMode.Card || mode > paymentMode.Gateway || (PaymentRef?.trim() ?? '') !== '',
    'Payment reference is required',
    { at: 'PaymentRef', code: 'reference-needed' },
  )
}

/** These settle a bill, but nobody hands money over: they count in no batch, and are never given back. */
export const noMoneyModes: readonly number[] = [paymentMode.Deposit, paymentMode.Insurer, paymentMode.WriteOff]

/**
 * What is written off was not received: role id 2 or lower says so. What an insurer settles is seen by the accounts.
 */
export const mayUseMode = (PaymentModeId: number | null | undefined, roleId: number): Decision =>
  allOf(
    must(
      PaymentModeId !== paymentMode.WriteOff || roleId <= role.BusinessManager,
      'Only a manager may write off an amount',
      { at: 'PaymentModeId', code: 'manager-only' },
    ),
    must(
      PaymentModeId !== paymentMode.Insurer || roleId <= role.BusinessManager || roleId === role.Accounts,
      'Only the accounts or a manager record what an insurer settles',
      { at: 'PaymentModeId', code: 'accounts-only' },
    ),
  )

/** Money goes back as money. */
export const mayGiveBackBy = (PaymentModeId: number | null | undefined): Decision =>
  must(
    !noMoneyModes.includes(PaymentModeId ?? 0),
    'Money is not given back by this mode: choose cash, bank transfer or another one that pays',
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
