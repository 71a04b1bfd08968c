// The consent to a test, on its line: who gave it, in which form, and whether the line may go on without it.
import { allOf, eachOf, must, under, type Decision } from '../../../core/refusal.ts'
import type { DraftOf } from '../../../core/model.ts'
import type { consentFields } from './consent.model.ts'

type Consent = DraftOf<typeof consentFields>

/** A consent is whole: a person, the guardian by name, and a form. No consent is whole, too. */
export const isWholeConsent = ({ ConsentBy, ConsentName, ConsentForm }: Consent): Decision => {
  const by = ConsentBy ?? null
  const name = ConsentName?.trim() ?? ''
  const isSaid = by !== null || name !== '' || (ConsentForm ?? null) !== null
  return allOf(
    must(!isSaid || by !== null, 'Enter whether the patient or a guardian consents', { at: 'ConsentBy' }),
    must(by !== 'guardian' || name !== '', 'Enter the name of the guardian who consents', { at: 'ConsentName' }),
    must(!isSaid || (ConsentForm ?? null) !== null, 'Enter in which form consent was given', { at: 'ConsentForm' }),
  )
}

/** A line with its place on the sale. */
export type AskedLine = { readonly Place: number; readonly Name: string; readonly ConsentBy: string | null }
/** The lines of products that ask for consent have one; the refusals are at the lines without. */
export const haveConsent = (asked: readonly AskedLine[]): Decision =>
  eachOf(
    asked.map(({ Place, Name, ConsentBy }) =>
      under(
        `SaleProducts.${Place}`,
        must(ConsentBy !== null, `${Name}: enter on its line who consents, and in which form`, {
          at: 'ConsentBy',
          code: 'consent',
        }),
      ),
    ),
  )
