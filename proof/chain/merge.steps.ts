// Two patients are taken for one, and later told apart again, whatever happened in between.
import { one, type Step } from './world.ts'

/** Merges one patient into another, who may be merged already. */
export const merge: Step = async ({ people, patients, dice }) =>
  people.admin.put('/api/merge/clients', { sourceId: dice.pick(patients), targetId: dice.pick(patients) })

/** Undoes a merge, mostly one that is not undone yet. */
export const undoMerge: Step = async (world) => {
  const { people, patients, dice } = world
  if (dice.chance(0.1))
    return people.admin.put('/api/unmerge/clients', { sourceId: dice.pick(patients), reason: 'As tried' })
  const found = await one<{ SourceId: number }>(
    world,
    'client_merges',
    'client_merge_id',
    'undone_at is null',
    'source_id',
  )
  return found && people.admin.put('/api/unmerge/clients', { sourceId: found.SourceId, reason: 'Two persons' })
}
