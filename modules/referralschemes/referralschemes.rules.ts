// The rules of a referral scheme: days in order, one commission for a product.
import type { Errors } from '../../core/validate.ts'
import { datedErrors } from '../pricelists/lists.rules.ts'
import type { SchemeDraft } from './referralschemes.model.ts'

/** What is wrong by field; an empty object when all is right. */
export const schemeErrors = (scheme: SchemeDraft): Errors =>
  datedErrors(
    scheme,
    'ReferralSchemeProducts',
    scheme.ReferralSchemeProducts ?? [],
    'This product has a commission here already',
  )
