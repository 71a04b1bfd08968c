// Two patients that are taken for one, and told apart again, in tests.
import { expect } from 'vitest'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { gender } from '../../lists/items.model.ts'
import { aPatient } from '../../sales/sales.fixture.ts'

const born = { GenderId: gender.Female, BirthDate: '1980-04-05' }

/** Patients of one name, and what a manager does with them. */
export const mergesBy = ({ manager, desk }: { readonly manager: Person; readonly desk: Person }) => ({
  twoOf: async (name: string, more: Json = {}): Promise<readonly [number, number]> => [
    await aPatient(desk, { Name: `${name} Twice`, ...born, ...more }),
    await aPatient(desk, { Name: name, ...born }),
  ],
  merge: async (sourceId: number, targetId: number): Promise<void> =>
    expect((await manager.put('/api/merge/clients', { sourceId, targetId })).status).toBe(200),
  undo: (sourceId: number, person = manager, reason = 'Two persons of one name') =>
    person.put('/api/unmerge/clients', { sourceId, reason }),
})
