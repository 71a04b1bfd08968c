// Who may change which product, and whose ways.
import { allOf, must, no, yes, type Decision } from '../../core/refusal.ts'
import type { ProductDraft } from './products.model.ts'

/** A user who works for its owner, or above it. */
export const mayKeepProduct = (
  product: Pick<ProductDraft, 'OwnerId'>,
  user: { readonly Clients: readonly number[] },
): Decision => must(user.Clients.includes(product.OwnerId ?? 0), 'Only its owner can change this product')

/** Percent of GST that services have. */
const gstRates = [0, 5, 12, 18]
/** What is taxed has a rate and the code of it; what has neither is exempt. */
export const checkGst = ({ GstRate, Sac }: Pick<ProductDraft, 'GstRate' | 'Sac'>): Decision => {
  const [isTaxed, code] = [GstRate != null, (Sac ?? '').trim()]
  return allOf(
    must(!isTaxed || gstRates.includes(Number(GstRate)), 'GST is 0, 5, 12 or 18 %. Leave it empty for what is exempt', {
      at: 'GstRate',
    }),
    must(isTaxed || code === '', 'Enter the rate of GST, or take the code away: what is exempt has 999316', {
      at: 'GstRate',
    }),
    must(!isTaxed || /^99\d{4}$/.test(code), 'Enter the code of what is taxed: six digits that begin with 99', {
      at: 'Sac',
    }),
  )
}

type Route = NonNullable<ProductDraft['ProductLabs']>[number]
const isWhole = (row: Route): boolean => row.SourceLabId != null && row.DestinationLabId != null
const asText = (row: Route): string => JSON.stringify([row.SourceLabId, row.DestinationLabId, row.MandateLRN ?? null])

/** Where a lab sends a product: the user changes the ways of the labs inside the entity, others stay as they are. */
export const mayRoute = (
  sent: readonly Route[],
  stored: readonly Route[],
  user: { readonly Clients: readonly number[] },
): Decision => {
  const isOther = (row: Route): boolean => isWhole(row) && !user.Clients.includes(row.SourceLabId ?? 0)
  const [now, before] = [sent, stored].map((rows) => rows.filter(isOther).map(asText))
  if (now?.join() === before?.join()) return yes
  const changed = sent.findIndex((row) => isOther(row) && !before?.includes(asText(row)))
  return no('Only the legal entity can change where another lab sends this product', {
    at: changed < 0 ? 'ProductLabs' : `ProductLabs.${changed}.SourceLabId`,
  })
}
