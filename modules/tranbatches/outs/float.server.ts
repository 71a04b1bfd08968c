// A float: cash of one batch for the drawer of another money handler, who counts and accepts it, or refuses it.
import { integer, text } from '../../../core/model.ts'
import { compareAmounts, formatMoney, roundAmount } from '../../../core/money.ts'
import { recordPath } from '../../../core/record-path.ts'
import { dayOf } from '../../../core/dates.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers } from '../../../server/db/notify.ts'
import { held } from '../../../server/door/permission.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, notFound, obey, refused } from '../../../server/refusal.ts'
import { above } from '../../clients/scope.server.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { openBatch } from '../../transactions/money.server.ts'
import { checkReason } from '../../transactions/transactions.rules.ts'
import { tranbatches } from '../tranbatches.model.ts'
import { floatFields, outAmount } from './outs.model.ts'
import { isOffered, mayAccept, mayPayOut } from './outs.rules.ts'
import { addOut } from './outs.server.ts'
import { floatOffered, floatAccepted } from '../answers.model.ts'

const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

/** @throws 422 where the drawer holds less */
const checkThere = async (tx: Tx, batchId: number, amount: number): Promise<void> => {
  const cash = await tx.maybe<{ Amount: number }>(sql`
    select
      amount
    from
      batch_amounts
    where
      batch_id = ${batchId}
      and mode = ${paymentMode.Cash}
  `)
  if (compareAmounts(amount, cash?.Amount ?? 0) <= 0) return
  const reason = 'The drawer holds less in cash than this. Enter what is there'
  throw refused(reason, { Amount: [reason] })
}

/** @throws 400 for a taker who does not see batches of this place: it could be neither accepted nor refused */
const checkTaker = async (tx: Tx, takerId: number, placeId: number): Promise<void> => {
  const sees = await tx.maybe(sql`
    select
      1
    from
      user_entities works
    where
      works.user_id = ${takerId}
      and works.client_id in (${above(placeId)})
    limit
      1
  `)
  if (!sees) throw invalid({ TakerId: ['Choose a money handler who works here or in an organisation above'] })
}

export const offerFloat = actionOf(tranbatches, {
  name: 'offer float',
  permit: 'read',
  ...floatOffered,
  summary: 'Offer cash of a batch to another money handler as a float',
  body: floatFields,
  decide: (batch, user) => mayPayOut(batch, user, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, body }) => {
    const [takerId, amount] = [Number(body.TakerId), roundAmount(body.Amount)]
    if (takerId === user.UserId) throw invalid({ TakerId: ['Choose another money handler: this batch is your own'] })
    await checkTaker(tx, takerId, user.EntityId)
    await checkThere(tx, key, amount)
    const { FloatOfferId } = await tx.one<{ FloatOfferId: number }>(sql`
      insert into
        float_offers (batch_id, taker_id, amount, remarks, offered_by_id, offered_at)
      values
        (
          ${key},
          ${takerId},
          ${amount},
          ${body.Remarks ?? null},
          ${user.UserId},
          ${now().toISOString()}
        )
      returning
        float_offer_id
    `)
    await notifyUsers(tx, [takerId], {
      creater: user.FullName,
      subject: 'A float for your drawer',
      content: `${rupees(amount)} of batch ${key}: count it and accept it there.`,
      path: recordPath('tranbatches', { BatchId: key }),
    })
    return {
      message: `${rupees(amount)} is offered. It leaves batch ${key} once it is accepted`,
      FloatOfferId: FloatOfferId,
    }
  },
})

type Offer = { FloatOfferId: number; TakerId: number; OfferedById: number; Amount: number; State: string }
const holdOffer = async (tx: Tx, id: number, batchId: number): Promise<Offer> => {
  const offer = await tx.maybe<Offer>(sql`
    select
      offer.float_offer_id,
      offer.taker_id,
      offer.offered_by_id,
      offer.amount,
      case
        when offer.batch_out_id is null
        and offer.ended_at is null then 'Offered'
        else 'Ended'
      end as state
    from
      float_offers offer
    where
      offer.float_offer_id = ${id}
      and offer.batch_id = ${batchId}
    for update
  `)
  if (!offer) throw notFound()
  return offer
}

const offerId = integer('Offer', { required: 'Offer is required' })
export const acceptFloat = actionOf(tranbatches, {
  name: 'accept float',
  permit: 'read',
  ...floatAccepted,
  summary: 'Count and accept a float: it goes into the own batch',
  body: { FloatOfferId: offerId, Amount: outAmount },
  decide: (batch, user) => mayAccept(batch, held(user, 'transactions', 'create').length > 0),
  run: async ({ tx, user, key, body }) => {
    const offer = await holdOffer(tx, Number(body.FloatOfferId), key)
    obey(isOffered({ State: offer.State, TakerId: offer.TakerId }, user))
    if (compareAmounts(body.Amount, offer.Amount) !== 0) {
      const reason = 'This is not what is offered. Count again, or refuse it with the reason'
      throw refused(reason, { Amount: [reason] })
    }
    const into = await openBatch(tx, user.UserId, true)
    const batchOutId = await addOut(tx, user, {
      Kind: 'Float',
      BatchId: key,
      Amount: offer.Amount,
      Day: dayOf(now()),
      BankAccountId: null,
      SlipNo: null,
      ReasonId: null,
      ToBatchId: into,
      Remarks: null,
      PlaceId: user.EntityId,
    })
    await tx.run(sql`
      update float_offers
      set
        batch_out_id = ${batchOutId}
      where
        float_offer_id = ${offer.FloatOfferId}
    `)
    await notifyUsers(tx, [offer.OfferedById], {
      creater: user.FullName,
      subject: 'A float is accepted',
      content: `${rupees(offer.Amount)} left batch ${key} for batch ${into}.`,
      path: recordPath('tranbatches', { BatchId: key }),
    })
    return { message: `${rupees(offer.Amount)} of batch ${key} is in your batch ${into}`, BatchId: into }
  },
})

export const endFloat = actionOf(tranbatches, {
  name: 'end float',
  permit: 'read',
  path: 'endfloat/{key}',
  summary: 'Withdraw a float that is offered, or refuse it, with a reason',
  body: { FloatOfferId: offerId, reason: text('Reason', { required: 'Please enter why', maxLength: 500 }) },
  run: async ({ tx, user, key, body }) => {
    obey(checkReason(body.reason, 'reason'))
    const offer = await holdOffer(tx, Number(body.FloatOfferId), key)
    const whose = { State: offer.State, TakerId: offer.TakerId, OffererId: offer.OfferedById }
    obey(isOffered(whose, user))
    await tx.run(sql`
      update float_offers
      set
        ended_at = ${now().toISOString()},
        ended_by_id = ${user.UserId},
        end_reason = ${body.reason ?? ''}
      where
        float_offer_id = ${offer.FloatOfferId}
    `)
    const other = user.UserId === offer.TakerId ? offer.OfferedById : offer.TakerId
    await notifyUsers(tx, [other], {
      creater: user.FullName,
      subject: user.UserId === offer.TakerId ? 'A float is refused' : 'A float is withdrawn',
      content: `${rupees(offer.Amount)} of batch ${key}: ${body.reason ?? ''}`,
      path: recordPath('tranbatches', { BatchId: key }),
    })
    return { message: `The float of ${rupees(offer.Amount)} stays in batch ${key}` }
  },
})
