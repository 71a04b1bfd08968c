// A sale or one of its items cancelled through HTTP, for tests.
import type { Json, Person } from '../../../server/testing/signed-in.ts'

export const cancel = (person: Person, sale: Json) =>
  person.put('/api/cancel/sales', { formId: sale['SaleId'] as unknown, reason: 'Not wanted' })
/** Cancels the item at a place, from 0. */
export const cancelItem = (person: Person, sale: Json, place: number) =>
  person.put('/api/cancel/saleProduct', {
    SaleProductId: (sale['SaleProducts'] as Json[])[place]?.['SaleProductId'] as unknown,
  })
