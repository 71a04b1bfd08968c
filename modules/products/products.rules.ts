// Who keeps which product.
import { must, type Decision } from '../../core/refusal.ts'

/** Whoever works for its owner, or above it. */
export const mayKeepProduct = (
  product: Readonly<Record<string, unknown>>,
  user: { readonly Clients: readonly number[] },
): Decision => must(user.Clients.includes(Number(product['OwnerId'])), 'The owner of a product keeps it')
