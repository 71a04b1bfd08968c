// The answer of a rule: yes, or the reason why not. The button shows the reason, the server refuses with it.

/** What an act needs a second person for. */
export type NeedKind =
  | 'refund'
  | 'take-back'
  | 'write-off'
  | 'paid-out'
  | 'insurer'
  | 'tax'
  | 'deducted'
  | 'discount'
  | 'credit'
  | 'commission'
  | 'cancel'
  | 'reference'
  | 'buyer'
  | 'opening'
  | 'purchase'
  | 'own-bill'
  | 'interval'
  | 'loosened'
  | 'care-giver'
/** A second person who may agree, by role; `amount`: rupees that it is about, where there are some. */
export type Need = { readonly kind: NeedKind; readonly by: readonly number[]; readonly amount?: number }

/** Where a refusal is shown, and its code for programs. */
export type Where = {
  /** The field it is about, as errors name it: `Remarks`, `SaleProducts.3.Price`. */
  readonly at?: string
  /** A code that does not change when the sentence is reworded: `work-begun`. */
  readonly code?: string
  /** The act is done once a second person agrees. */
  readonly needs?: Need
}
export type Refused = { readonly ok: false; readonly reason: string } & Where & {
    /** When several are refused at once: the reasons of each at its own place. */
    readonly errors?: Readonly<Record<string, readonly string[]>>
  }
export type Decision = { readonly ok: true } | Refused

export const yes: Decision = { ok: true }

/** A refusal. The reason is a sentence for the user, without a full stop. */
export const no = (reason: string, where: Where = {}): Decision => ({ ok: false, reason, ...where })

/** Yes while the condition holds, else the reason. */
export const must = (condition: boolean, reason: string, where?: Where): Decision =>
  condition ? yes : no(reason, where)

/**
 * The first refusal, else yes. Decisions that are costly or need the earlier ones to hold are given as functions. What
 * a second person may agree to comes after every other refusal.
 */
export function allOf(...decisions: readonly (Decision | (() => Decision))[]): Decision {
  let needed: Decision = yes
  for (const decision of decisions) {
    const answer = typeof decision === 'function' ? decision() : decision
    if (answer.ok) continue
    if (answer.needs === undefined) return answer
    if (needed.ok) needed = answer
  }
  return needed
}

/** Yes where only a second person is needed: the server refuses it, and the screen offers to ask one. */
export const orAsked = (decision: Decision): Decision => (decision.ok || decision.needs === undefined ? decision : yes)

/** For an action on many: yes when none refuses, else every refusal, each at its own place. */
export const eachOf = (decisions: readonly Decision[]): Decision => {
  const refusals = decisions.flatMap((decision) => (decision.ok ? [] : [decision]))
  const reason = refusals.map((one) => one.reason).join('; ')
  return refusals.length === 0 ? yes : { ok: false, reason, errors: errorsOf(...refusals) }
}

/** The decision about a part, addressed from the whole: `Remarks` of the fourth line is `SaleProducts.3.Remarks`. */
export const under = (path: string, decision: Decision): Decision => {
  if (decision.ok) return decision
  const { errors } = decision
  if (errors === undefined) return { ...decision, at: decision.at === undefined ? path : `${path}.${decision.at}` }
  return {
    ...decision,
    errors: Object.fromEntries(Object.entries(errors).map(([at, reasons]) => [`${path}.${at}`, reasons])),
  }
}

/** The errors of a record by field: the first refusal at each. */
export const errorsOf = (...decisions: readonly Decision[]): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const decision of decisions) {
    if (decision.ok) continue
    if (decision.at !== undefined) errors[decision.at] ??= [decision.reason]
    for (const [at, reasons] of Object.entries(decision.errors ?? {})) errors[at] ??= [...reasons]
  }
  return errors
}

/** The reason of a refusal, undefined for yes. */
export const reasonOf = (decision: Decision): string | undefined => (decision.ok ? undefined : decision.reason)

/** The code of a refusal to open what is sensitive: a reason, sent to this address with SaleId, opens it. */
export const closedCode = 'sensitive'
export const reasonPath = 'reason/openings'

/** A reason has at least three letters. */
export const isReason = (text: string | null | undefined): boolean => (text?.match(/\p{L}/gu) ?? []).length >= 3
