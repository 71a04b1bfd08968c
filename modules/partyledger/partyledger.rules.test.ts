// The parameters that are sent to the party ledger's statement.
import { expect, test } from 'vitest'
import { ledgerQuery } from './partyledger.rules.ts'

test('the party ledger sends StartDate, EndDate and ClientIdList', () => {
  expect(ledgerQuery({ FromDate: '2026-11-21', ToDate: '2026-11-21', ClientIdList: [21, 22] })).toEqual({
    StartDate: '2026-11-20T18:30:00.000Z',
    EndDate: '2026-11-21T18:29:59.999Z',
    ClientIdList: '21,22',
  })
  expect(ledgerQuery({ ClientIdList: [21], SellerId: 2 })).toEqual({ ClientIdList: '21', SellerId: '2' })
  expect(ledgerQuery({ ClientId: 21 })).toEqual({ ClientIdList: '21' })
})
