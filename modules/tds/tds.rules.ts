// What may be done with tax that was deducted: paid to the government, or its certificate entered.
import { allOf, must, type Decision } from '../../core/refusal.ts'

type Deducted = { readonly Kind?: string | null; readonly State?: string | null }
const isLive = ({ State }: Deducted): Decision =>
  must(State !== 'Cancelled', 'Its payment was cancelled, and the tax with it', { code: 'cancelled' })

/** What we withheld is paid once. */
export const mayPayTds = (tax: Deducted): Decision =>
  allOf(
    isLive(tax),
    must(tax.Kind === 'withheld', 'The customer pays this tax to the government', { code: 'not-withheld' }),
    must(tax.State === 'To be paid', 'This tax is paid already', { code: 'paid' }),
  )

/** A customer certifies what it deducted. */
export const mayCertify = (tax: Deducted): Decision =>
  allOf(
    isLive(tax),
    must(tax.Kind === 'deducted', 'A customer gives a certificate. This tax was withheld by you', {
      code: 'not-deducted',
    }),
  )
