// Who may decide about a request, and who may withdraw it.
import { formatMoney } from '../../core/money.ts'
import { allOf, must, type Decision, type NeedKind } from '../../core/refusal.ts'
import { role, roles } from '../../core/user.ts'
import { requestStates } from './requests.model.ts'

/** What a request is about, by the need. */
export const needWords: Readonly<Record<NeedKind, string>> = {
  refund: 'Refund',
  'take-back': 'Cancelled receipts',
  'write-off': 'Write-off',
  'paid-out': 'Petty cash',
  insurer: 'Insurer',
  tax: 'Tax paid',
  deducted: 'TDS of a customer',
  discount: 'Discount',
  credit: 'Credit',
  commission: 'Commission',
  cancel: 'Cancelling',
  reference: 'Reference used again',
  buyer: 'Another buyer',
  opening: 'Opening balance',
  purchase: 'Purchase bill',
  'own-bill': 'Own purchase bill',
  interval: 'Reference ranges',
  loosened: 'Review and stability',
  'care-giver': 'Care giver',
}
/** What the whole network shares: those who may agree do so wherever in it they work. */
export const sharedNeeds: readonly NeedKind[] = ['interval', 'loosened']
/** `Discount ₹40.00, Credit ₹900.00`; of one kind the sum alone. */
export const amountsText = (amounts: Readonly<Partial<Record<NeedKind, number>>>): string => {
  const all = Object.entries(amounts)
  const named = new Map<string, string>(Object.entries(needWords))
  const rupees = (amount: number): string => formatMoney(amount, { symbol: true })
  return all
    .map(([kind, amount]) => (all.length === 1 ? rupees(amount) : `${named.get(kind) ?? kind} ${rupees(amount)}`))
    .join(', ')
}

type Who = { readonly UserId: number; readonly RoleId: number }
type Asked = {
  readonly State?: string | null
  readonly AskedById?: number | null
  readonly RoleIds?: readonly number[] | null
}

const stateWords = new Map<string, string>(requestStates)
const isWaiting = ({ State }: Pick<Asked, 'State'>): Decision =>
  must(State === 'waiting', `The request is ${(stateWords.get(State ?? '') ?? 'over').toLowerCase()} already`, {
    code: 'decided',
  })

const decidersOf = (roleIds: readonly number[]): readonly (typeof roles)[keyof typeof roles][] =>
  Object.values(roles)
    .filter(({ id }) => roleIds.includes(id))
    .reverse()
const inWords = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ')

/** `business manager or administrator`, as a value. */
export const decidersText = (roleIds: readonly number[]): string =>
  inWords(decidersOf(roleIds).map(({ label }) => label.toLowerCase()))

/** `accounts staff, a business manager or an administrator`, in a sentence. */
export const toDeciders = (roleIds: readonly number[]): string =>
  inWords(
    decidersOf(roleIds).map(({ id, label }) => {
      if (id === role.Accounts) return 'accounts staff'
      return `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`
    }),
  )

/** Never oneself, and in a role that may agree to it. */
export const mayDecide = (request: Asked, who: Who): Decision =>
  allOf(
    isWaiting({ State: request.State ?? null }),
    must(request.AskedById !== who.UserId, 'Another person decides about your own request', { code: 'own-request' }),
    must((request.RoleIds ?? []).includes(who.RoleId), `It is decided by: ${decidersText(request.RoleIds ?? [])}`, {
      code: 'not-decider',
    }),
  )

export const mayWithdraw = (request: Asked, who: Who): Decision =>
  allOf(
    isWaiting({ State: request.State ?? null }),
    must(request.AskedById === who.UserId, 'Only the person who asked withdraws a request', { code: 'not-own' }),
  )
