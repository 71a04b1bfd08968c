// Confirming the reference ranges of an element: from then on results and reports show them without the mark, see
// to_be_verified of defined_work_items.
import { allOf } from '../../../core/refusal.ts'
import { sql } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
import { actionOf } from '../../../server/module.ts'
import { mayKeepMasters } from '../../lists/keepers.rules.ts'
import { elements } from '../elements.model.ts'
import { isInUse } from '../in-force/in-force.server.ts'
import { mayConfirm, mayVerify } from './verify.rules.ts'

export const verify = actionOf(elements, {
  name: 'verify',
  permit: 'update',
  path: 'verify/elements',
  summary: 'Confirm that the laboratory has verified the reference ranges of an element',
  decide: (element, user) => allOf(mayKeepMasters(user), mayVerify(element)),
  run: async ({ tx, user, key, before }) => {
    agreed(user, mayConfirm(await isInUse(tx, key)))
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
