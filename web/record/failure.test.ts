import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { isDefinite, listOf, saveFailure } from './failure.ts'

describe('the message of a failed save', () => {
  test('an unreachable server: the changes are preserved', () => {
    expect(saveFailure(new ApiError(0, "The server can't be reached."))).toBe(
      "The server can't be reached. Your changes are still on this screen.",
    )
  })
  test('FND-262 another user’s lock preserves the values and the message advises what to do', () => {
    expect(
      saveFailure(new ApiError(423, 'This record is being edited by Asha Rao since 21-Nov-2026 09:30 AM')),
    ).toContain('save again when they are done')
  })
  test('a newer version advises what to do', () => {
    expect(
      saveFailure(
        new ApiError(
          409,
          'This record was changed meanwhile. Your changes are still on this screen.',
          {},
          undefined,
          undefined,
          'stale',
        ),
      ),
    ).toContain('Discard to see the newer record')
    expect(saveFailure(new ApiError(409, 'This name is taken'))).toBe('This name is taken')
  })
  test('only an answer of the server is final', () => {
    expect([
      isDefinite(new ApiError(422, 'No')),
      isDefinite(new ApiError(0, '')),
      isDefinite(new ApiError(503, '')),
    ]).toEqual([true, false, false])
  })
})

describe('FND-424 the list that a detail returns to', () => {
  test.each([
    [{ id: 'sales' }, undefined, 'sales'],
    [{ id: 'clients' }, undefined, 'clients'],
    [{ id: 'clients' }, 'patients', 'patients'],
    [{ id: 'shipmentreceipt', returnsTo: 'shipments' }, undefined, 'shipments'],
    [{ id: 'widgets' }, undefined, 'widgets'],
    [{ id: 'userwidgets', returnsTo: 'dashboard' }, undefined, 'dashboard'],
    [{ id: 'testresults' }, undefined, 'testresults'],
  ])('%o opened from %s returns to %s', (model, from, list) => expect(listOf(model, from)).toBe(list))
})
