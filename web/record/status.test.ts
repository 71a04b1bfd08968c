// The dots of statuses come from the fields of the models, which define each status's look.
import { expect, test } from 'vitest'
import type { Item, ItemList } from '../../core/items.ts'
import { lineStatuses, sampleStatuses, saleStatuses, workItemStatuses } from '../../modules/lists/items.model.ts'
import { dotOf, isCancelled } from './status.ts'

const lists: readonly (readonly [string, ItemList])[] = [
  ['a sale', saleStatuses],
  ['a line', lineStatuses],
  ['a sample', sampleStatuses],
  ['a work item', workItemStatuses],
]
test.each(lists)('every status of %s has the dot that its item names', (_of, { items }) => {
  for (const { id, label, tone } of Object.values<Item>(items)) {
    expect(tone, label).toBeDefined()
    expect(dotOf({ StatusId: id }, 'Status'), label).toBe(tone)
    expect(dotOf({ SaleStatusId: id, StatusId: 0 }, 'SaleStatus'), label).toBe(tone)
  }
})
test('an unknown status goes by its words, and without known words counts as moving', () => {
  expect(dotOf({ Status: 'Received with exceptions' }, 'Status')).toBe('partly')
  expect(dotOf({ StatusId: 1, Status: 'Paid' }, 'Status')).toBe('done')
  expect(dotOf({ Status: '' }, 'Status')).toBe('moving')
})
test('cancelled sales and lines are struck, other ends are not', () => {
  expect(
    [saleStatuses.items.Cancelled, lineStatuses.items.Cancelled].map(({ id }) => isCancelled({ StatusId: id })),
  ).toEqual([true, true])
  expect(
    [sampleStatuses.items.Rejected, workItemStatuses.items.NotPerformed].map(({ id }) => isCancelled({ StatusId: id })),
  ).toEqual([false, false])
  expect(isCancelled({})).toBe(false)
})
