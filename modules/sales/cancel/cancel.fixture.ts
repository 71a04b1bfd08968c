// A sale or one of its items cancelled through HTTP, for tests.
import type { Read } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'

export const cancel = (person: Person, sale: Read<'sales'>) =>
  person.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
/** Cancels the item at a place, from 0. */
export const cancelItem = (person: Person, sale: Read<'sales'>, place: number) =>
  person.put('/api/cancel/saleProduct', {
    SaleProductId: sale.SaleProducts[place]?.SaleProductId,
  })
