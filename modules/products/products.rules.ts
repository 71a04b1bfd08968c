// Who may change which product.
import { must, type Decision } from '../../core/refusal.ts'
import type { ProductDraft } from './products.model.ts'

/** A user who works for its owner, or above it. */
export const mayKeepProduct = (
  product: Pick<ProductDraft, 'OwnerId'>,
  user: { readonly Clients: readonly number[] },
): Decision => must(user.Clients.includes(product.OwnerId ?? 0), 'Only its owner can change this product')
