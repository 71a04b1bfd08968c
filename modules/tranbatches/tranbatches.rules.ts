// Who counts a batch, who confirms a difference and who takes the batch over, who sees what it should hold, and that.
import { sumAmounts, type Amount } from '../../core/money.ts'
import { paymentMode } from '../lists/items.model.ts'
import { noMoneyModes, supervisorsText } from '../transactions/transactions.rules.ts'
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { isSupervisor, role } from '../../core/user.ts'
import { outKinds } from './modes.rules.ts'

/** What a decision about a batch reads. */
export type HeldBatch = {
  readonly OwnerId?: number | null
  readonly OwnerRoleId?: number | null
  readonly Status?: string | null
}
type Who = { readonly UserId: number; readonly RoleId: number }

export const isOwner = ({ OwnerId }: HeldBatch, { UserId }: Pick<Who, 'UserId'>): boolean => OwnerId === UserId

/** Its owner closes an open batch, and counts again one that was refused. */
export const mayClose = (batch: HeldBatch, who: Pick<Who, 'UserId'>): Decision =>
  allOf(
    must(isOwner(batch, who), 'Only its money handler can close a batch', { code: 'not-owner' }),
    must(batch.Status === 'Open' || batch.Status === 'Recount', 'The batch is closed', { code: 'closed' }),
  )

/** A second person confirms the difference of a batch that waits for it. */
export const mayConfirm = (batch: HeldBatch, who: Who): Decision =>
  allOf(
    must(batch.Status === 'Unconfirmed', 'There is no difference to confirm', { code: 'no-difference' }),
    must(!isOwner(batch, who), 'Another user must confirm the difference of your batch', { code: 'owner' }),
    must(isSupervisor(who), `Only ${supervisorsText} can confirm a difference`, { code: 'no-supervisor' }),
  )

/** Money goes upwards: a desk takes over desks', and a manager's goes to accounts. */
const mayTakeFrom = (owner: number | null, taker: number): Decision =>
  taker === role.Accounts
    ? yes
    : allOf(
        must(
          owner === null || owner > role.BusinessManager,
          'Only accounts staff can take over the batch of a manager',
          { code: 'accounts-only' },
        ),
        must(
          taker <= role.BusinessManager || owner === role.FrontDesk,
          'The front desk takes over batches of the front desk only. Accounts staff can take over this one',
          { code: 'desk-only' },
        ),
      )

/** Another user who may record money takes over a closed batch, once. */
export const mayTransfer = (batch: HeldBatch, who: Who, recordsMoney: boolean): Decision =>
  allOf(
    must(!isOwner(batch, who), 'Another user must take over your batch', { code: 'owner' }),
    must(batch.Status !== 'Open', 'The batch is not closed', { code: 'open' }),
    must(batch.Status !== 'TakenOver', 'The batch is taken over', { code: 'taken-over' }),
    must(batch.Status !== 'Unconfirmed', `Its difference must be confirmed first, by ${supervisorsText}`, {
      code: 'unconfirmed',
    }),
    must(batch.Status !== 'Recount', 'Its money handler must count it again first', { code: 'recount' }),
    must(recordsMoney, 'Only a user who may record transactions can take over a batch', { code: 'no-money' }),
    mayTakeFrom(batch.OwnerRoleId ?? null, who.RoleId),
  )

/** Who may confirm its difference, or take it over, may send it back to be counted again. */
export const mayRefuse = (batch: HeldBatch, who: Who, recordsMoney: boolean): Decision =>
  batch.Status === 'Unconfirmed' ? mayConfirm(batch, who) : mayTransfer(batch, who, recordsMoney)

type Row = {
  readonly PaymentModeId?: number | null
  readonly Amount?: Amount | null
  readonly IsCancelled?: boolean | null
  readonly Giver?: { readonly ClientType?: string | null } | null
}
type Out = { readonly Kind?: string | null; readonly Amount?: Amount | null; readonly IsCancelled?: boolean | null }
export type Held = {
  readonly Transactions?: readonly Row[] | null
  readonly Transfers?: readonly Row[] | null
  /** Cash that left it, or came into it, otherwise. */
  readonly CashOuts?: readonly Out[] | null
}
const takenOver = 'Taken over'
const outWords = new Map<string, string>(outKinds)
/** What comes after the payers, in this order. */
const lastRows: readonly string[] = [takenOver, ...outWords.values()]

export type Matrix = {
  /** Payment modes that were used, in the order of their ids. */
  readonly modes: readonly number[]
  readonly rows: readonly { readonly payer: string; readonly amounts: readonly number[]; readonly total: number }[]
  readonly totals: readonly number[]
  readonly total: number
}

/** Totals of payer type by payment mode, in rupees; money taken over and cash that left have rows of their own. */
export const matrixOf = ({ Transactions, Transfers, CashOuts }: Held): Matrix => {
  const entries = [
    ...(Transactions ?? [])
      .filter((row) => row.IsCancelled !== true && !noMoneyModes.includes(row.PaymentModeId ?? 0))
      .map((row) => ({ payer: row.Giver?.ClientType ?? '', mode: row.PaymentModeId ?? 0, amount: row.Amount ?? 0 })),
    ...(Transfers ?? []).map((row) => ({ payer: takenOver, mode: row.PaymentModeId ?? 0, amount: row.Amount ?? 0 })),
    ...(CashOuts ?? [])
      .filter((row) => row.IsCancelled !== true)
      .map(({ Kind, Amount }) => ({
        payer: outWords.get(Kind ?? '') ?? '',
        mode: paymentMode.Cash,
        amount: Amount ?? 0,
      })),
  ]
  const modes = [...new Set(entries.map(({ mode }) => mode))].sort((one, other) => one - other)
  const sumOf = (some: typeof entries, mode?: number): number =>
    sumAmounts(some.filter((entry) => mode === undefined || entry.mode === mode).map(({ amount }) => amount))
  const rows = [...Map.groupBy(entries, ({ payer }) => payer)]
    .map(([payer, some]) => ({ payer, amounts: modes.map((mode) => sumOf(some, mode)), total: sumOf(some) }))
    .sort((one, other) => lastRows.indexOf(one.payer) - lastRows.indexOf(other.payer))
  return { modes, rows, totals: modes.map((mode) => sumOf(entries, mode)), total: sumOf(entries) }
}
