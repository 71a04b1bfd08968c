// What a rule answers: yes, or the reason why not. The button shows the reason, the server refuses with it.

export type Decision = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export const yes: Decision = { ok: true }

/** A refusal. The reason is a sentence for the person who asked, without a full stop. */
export const no = (reason: string): Decision => ({ ok: false, reason })

/** Yes while the condition holds, else the reason. */
export const must = (condition: boolean, reason: string): Decision => (condition ? yes : no(reason))

/** The first refusal, else yes. Decisions that are costly or need the earlier ones to hold are given as functions. */
export function allOf(...decisions: readonly (Decision | (() => Decision))[]): Decision {
  for (const decision of decisions) {
    const answer = typeof decision === 'function' ? decision() : decision
    if (!answer.ok) return answer
  }
  return yes
}

/** The reason of a refusal, undefined for yes. */
export const reasonOf = (decision: Decision): string | undefined => (decision.ok ? undefined : decision.reason)
