// Who may close a batch and who may take it over, its expected money, and its count.
import { compareAmounts, formatMoney, lessAmounts, sumAmounts, type Amount } from '../../core/money.ts'
import { noMoneyModes } from '../transactions/transactions.rules.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'

/** What a decision about a batch reads. */
export type HeldBatch = {
  readonly OwnerId?: number | null
  readonly CloseDate?: string | null
  readonly TakenOverBy?: object | null
}
type Who = { readonly UserId: number }

const isClosed = ({ CloseDate }: HeldBatch): boolean => (CloseDate ?? null) !== null
const isOwner = ({ OwnerId }: HeldBatch, { UserId }: Who): boolean => OwnerId === UserId

/** Its owner closes an open batch. */
export const mayClose = (batch: HeldBatch, who: Who): Decision =>
  allOf(
    must(isOwner(batch, who), 'Only its money handler can close a batch', { code: 'not-owner' }),
    must(!isClosed(batch), 'The batch is closed', { code: 'closed' }),
  )

/** Another user who may record money takes over a closed batch, once. */
export const mayTransfer = (batch: HeldBatch, who: Who, recordsMoney: boolean): Decision =>
  allOf(
    must(!isOwner(batch, who), 'Another user must take over your batch', { code: 'owner' }),
    must(isClosed(batch), 'The batch is not closed', { code: 'open' }),
    must((batch.TakenOverBy ?? null) === null, 'The batch is taken over', { code: 'taken-over' }),
    must(recordsMoney, 'Only a user who may record transactions can take over a batch', { code: 'no-money' }),
  )

type Row = {
  readonly PaymentModeId?: number | null
  readonly Amount?: Amount | null
  readonly IsCancelled?: boolean | null
  readonly Giver?: { readonly ClientType?: string | null } | null
}
export type Held = {
  readonly Transactions?: readonly Row[] | null
  readonly Transfers?: readonly Row[] | null
}
const takenOver = 'Taken over'

export type Matrix = {
  /** Payment modes that were used, in the order of their ids. */
  readonly modes: readonly number[]
  readonly rows: readonly { readonly payer: string; readonly amounts: readonly number[]; readonly total: number }[]
  readonly totals: readonly number[]
  readonly total: number
}

/** Totals of payer type by payment mode, in rupees; money taken over has a row of its own. */
export const matrixOf = ({ Transactions, Transfers }: Held): Matrix => {
  const entries = [
    ...(Transactions ?? [])
      .filter((row) => row.IsCancelled !== true && !noMoneyModes.includes(row.PaymentModeId ?? 0))
      .map((row) => ({ payer: row.Giver?.ClientType ?? '', mode: row.PaymentModeId ?? 0, amount: row.Amount ?? 0 })),
    ...(Transfers ?? []).map((row) => ({ payer: takenOver, mode: row.PaymentModeId ?? 0, amount: row.Amount ?? 0 })),
  ]
  const modes = [...new Set(entries.map(({ mode }) => mode))].sort((one, other) => one - other)
  const sumOf = (some: typeof entries, mode?: number): number =>
    sumAmounts(some.filter((entry) => mode === undefined || entry.mode === mode).map(({ amount }) => amount))
  const rows = [...Map.groupBy(entries, ({ payer }) => payer)]
    .map(([payer, some]) => ({ payer, amounts: modes.map((mode) => sumOf(some, mode)), total: sumOf(some) }))
    .sort((one, other) => Number(one.payer === takenOver) - Number(other.payer === takenOver))
  return { modes, rows, totals: modes.map((mode) => sumOf(entries, mode)), total: sumOf(entries) }
}

type Count = { readonly PaymentModeId: number; readonly Expected: number; readonly Amount: number }
export type Counted = { readonly PaymentModeId: number; readonly Amount: Amount }

/** The counted and the expected amount of each mode; a mode that was not counted holds the expected one. */
export const countOf = (batch: Held, counted: readonly Counted[]): readonly Count[] => {
  const { modes, totals } = matrixOf(batch)
  const expected = new Map(modes.map((mode, at) => [mode, totals[at] ?? 0]))
  const by = new Map(counted.map((row) => [row.PaymentModeId, row.Amount]))
  return [...new Set([...modes, ...by.keys()])]
    .sort((one, other) => one - other)
    .map((PaymentModeId) => {
      const Expected = expected.get(PaymentModeId) ?? 0
      return { PaymentModeId, Expected, Amount: Number(by.get(PaymentModeId) ?? Expected) }
    })
}

/** Rupees over (above zero) or short (below), of all modes. */
export const differenceOf = (counts: readonly Count[]): number =>
  lessAmounts(sumAmounts(counts.map((one) => one.Amount)), sumAmounts(counts.map((one) => one.Expected)))

const differs = (counts: readonly Count[]): boolean =>
  counts.some((one) => compareAmounts(one.Amount, one.Expected) !== 0)

/** A mode that is over or short needs a reason. */
export const checkCount = (counts: readonly Count[], remarks: string | null | undefined): Decision => {
  const over = differenceOf(counts)
  const what = over === 0 ? 'in another mode' : over > 0 ? 'over' : 'short'
  const amount = over === 0 ? '' : ` ${formatMoney(Math.abs(over), { symbol: true })}`
  return must(!differs(counts) || (remarks ?? '').trim() !== '', `The count is${amount} ${what}. Give the reason`, {
    at: 'Remarks',
    code: 'difference',
  })
}
