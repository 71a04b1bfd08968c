// What holds for money that was recorded: who may take it back or correct it, and which day it may bear.
import { addDays, dayOf } from '../../core/dates.ts'
import { allOf, must } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { paymentMode } from '../lists/items.model.ts'

/** Where recorded money is held: the user whose batch it is in (null for none), and whether that batch is closed. */
export type Held = { readonly ownerId: number | null; readonly closed: boolean }
type Who = { readonly UserId: number; readonly RoleId: number }

/** Its remarks and reference are corrected while the batch is open. */
export const mayCorrectWords = (held: Pick<Held, 'closed'>): Decision =>
  must(!held.closed, 'A transaction in a closed batch can not be changed', { code: 'batch-closed' })

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

/** What is written off was not received: role id 2 or lower says so. */
export const mayWriteOff = (PaymentModeId: number | null | undefined, roleId: number): Decision =>
  must(
    PaymentModeId !== paymentMode.WriteOff || roleId <= role.BusinessManager,
    'Only a manager may write off an amount',
    { at: 'PaymentModeId', code: 'manager-only' },
  )

/** The day of a receipt: not in the future, not before what it pays (a day), nor more than a year back. */
export const checkMoneyDay = (date: string, now: Date, paysFrom: string | null = null): Decision => {
  const day = dayOf(date)
  return allOf(
    must(day <= dayOf(now), 'Date can not be in the future', { at: 'Date' }),
    must(paysFrom === null || day >= dayOf(paysFrom), 'Date can not be before the sale', { at: 'Date' }),
    must(day >= addDays(dayOf(now), -366), 'Date can not be more than a year back', { at: 'Date' }),
  )
}
