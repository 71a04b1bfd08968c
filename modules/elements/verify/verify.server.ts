// Confirming the reference ranges of an element: from then on results and reports show them without the mark.
import { allOf } from '../../../core/refusal.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { mayKeepMasters } from '../../lists/keepers.rules.ts'
import { elements } from '../elements.model.ts'
import { mayVerify } from './verify.rules.ts'

/**
 * Whether the ranges of an element were not verified at a moment: `element` is the alias of its row. Results judged
 * before the confirmation remain marked.
 */
export const unverifiedAt = (element: string, moment: Sql): Sql => sql`
  (
    ${raw(element)}.to_be_verified
    or coalesce(${moment} < ${raw(element)}.ranges_verified_at, false)
  )
`

export const verify = actionOf(elements, {
  name: 'verify',
  permit: 'update',
  path: 'verify/elements',
  summary: 'Confirm that the laboratory has verified the reference ranges of an element',
  decide: (element, user) => allOf(mayKeepMasters(user), mayVerify(element)),
  run: async ({ tx, key, before }) => {
    await tx.run(sql`
      update elements
      set
        to_be_verified = false,
        ranges_verified_at = now(),
        row_version = row_version + 1
      where
        element_id = ${key}
    `)
    return { message: `The reference ranges of ${before.Name} are confirmed` }
  },
})
