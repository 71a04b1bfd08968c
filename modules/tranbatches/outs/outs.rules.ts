// Who lets cash out of a batch: into the bank; and who cancels what was wrong.
import { dayOf, formatDate } from '../../../core/dates.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { isSupervisor } from '../../../core/user.ts'
import { supervisorsText } from '../../transactions/transactions.rules.ts'
import { isOwner, type HeldBatch } from '../tranbatches.rules.ts'

type Who = { readonly UserId: number; readonly RoleId: number }

/** Cash leaves an open batch by the hand of its money handler. */
const mayLetOut = (batch: HeldBatch, who: Pick<Who, 'UserId'>): Decision =>
  allOf(
    must(isOwner(batch, who), 'Only its money handler can take cash out of a batch', { code: 'not-owner' }),
    must(
      batch.Status === 'Open',
      'The batch is closed: its cash is handed over as it was counted. Take it over, and use your own batch',
      { code: 'closed' },
    ),
  )

/** Who holds the last batch brings its cash to the bank. */
export const mayDeposit = (batch: HeldBatch, who: Who): Decision =>
  allOf(
    mayLetOut(batch, who),
    must(isSupervisor(who), `Only ${supervisorsText} can deposit. Close the batch, so that they take it over`, {
      code: 'no-supervisor',
    }),
  )

/** Who records money pays petty cash out of an own batch. */
export const mayPayOut = (batch: HeldBatch, who: Who, recordsMoney: boolean): Decision =>
  allOf(
    mayLetOut(batch, who),
    must(recordsMoney, 'Only a user who may record transactions can pay out', { code: 'no-money' }),
  )

/** The cash was there from the day of the batch on, and is not in what the account began with. */
export const checkDepositDay = (day: string, openDate: string, openingDate: string): Decision =>
  allOf(
    must(
      day >= dayOf(openDate),
      `The batch was opened on ${formatDate(openDate)}: its cash cannot be deposited before`,
      { at: 'Day' },
    ),
    must(
      day >= openingDate,
      `The opening balance of the account is of ${formatDate(openingDate)}, and holds what was deposited before`,
      { at: 'Day' },
    ),
  )

export const mayCancelOut = (who: Pick<Who, 'RoleId'>): Decision =>
  must(isSupervisor(who), `Only ${supervisorsText} can cancel it`, { code: 'no-supervisor' })

/** What another has counted and accepted is theirs. */
export const mayCancelKind = (kind: string): Decision =>
  must(kind !== 'Float', 'A float that was accepted is not cancelled: its taker offers it back', { code: 'float' })

/** A user who records money accepts a float of an open batch. */
export const mayAccept = (batch: HeldBatch, recordsMoney: boolean): Decision =>
  allOf(
    must(recordsMoney, 'Only a user who may record transactions can accept a float', { code: 'no-money' }),
    must(batch.Status === 'Open', 'The batch that it comes from is closed. Ask for another float', { code: 'closed' }),
  )

type Offer = { readonly State?: string | null; readonly TakerId?: number | null; readonly OffererId?: number | null }
/** Its taker accepts or refuses it, its giver withdraws it, while it is offered. */
export const isOffered = (offer: Offer, who: Pick<Who, 'UserId'>): Decision =>
  allOf(
    must(offer.State === 'Offered', 'The float is not offered any more', { code: 'not-offered' }),
    must(offer.TakerId === who.UserId || offer.OffererId === who.UserId, 'The float is for another money handler', {
      code: 'not-taker',
    }),
  )

type Moved = {
  readonly Kind?: string | null
  readonly IsCancelled?: boolean | null
  readonly ReversesId?: number | null
  readonly ReversedById?: number | null
}
/** It is cancelled once, and a reversal never. */
export const isToCancel = (moved: Moved): Decision =>
  allOf(
    must(moved.IsCancelled !== true && (moved.ReversedById ?? null) === null, 'It is cancelled', {
      code: 'taken-back',
    }),
    must((moved.ReversesId ?? null) === null, 'A reversal cannot be cancelled. Record it again', { code: 'reversal' }),
  )
