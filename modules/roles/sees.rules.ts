// What a role sees, from its permissions: the modules of the sidebar in their groups, and the buttons of each.
import type { RowTo } from '../../core/answer/answer.ts'
import type { allModules } from '../../core/answer/questions.ts'
import type { Permission } from './roles.model.ts'

/** A module of the menu; a group has no parent. */
export type ModuleRow = Pick<RowTo<typeof allModules>, 'ModuleId' | 'Name' | 'SequenceNumber' | 'ParentId'>
type Seen = { readonly name: string; readonly buttons: readonly string[]; readonly limited: boolean }
export type SeenGroup = { readonly name: string; readonly modules: readonly Seen[] }

const words: Readonly<Record<string, string>> = {
  create: 'Create New',
  read: 'Open',
  update: 'Edit',
  reaccession: 'Re-accession',
  reset: 'Reset Password',
}
/** The label of a permit's button. */
export const wordOf = (permit: string): string => words[permit] ?? `${permit.charAt(0).toUpperCase()}${permit.slice(1)}`

/** The names of the modules, by id; groups are left out. */
export const namesIn = (rows: readonly ModuleRow[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap((row) => (row.ParentId === null ? [] : [[row.ModuleId, row.Name] as const])))

/** Groups in order, with the modules that may be listed; `limited` when a permit of the module has criteria. */
export const seenBy = (permissions: readonly Permission[], rows: readonly ModuleRow[]): readonly SeenGroup[] => {
  const inOrder = rows.toSorted((one, other) => one.SequenceNumber - other.SequenceNumber)
  const ofModule = (id: string) => permissions.filter((one) => one.ModuleId === id)
  return inOrder
    .filter((row) => row.ParentId === null)
    .map((group) => ({
      name: group.Name,
      modules: inOrder
        .filter((row) => row.ParentId === group.ModuleId && ofModule(row.ModuleId).some((one) => one.Permit === 'list'))
        .map((row) => ({
          name: row.Name,
          buttons: [
            ...new Set(
              ofModule(row.ModuleId).flatMap(({ Permit }) => (Permit && Permit !== 'list' ? [wordOf(Permit)] : [])),
            ),
          ],
          limited: ofModule(row.ModuleId).some((one) => (one.Criteria ?? '').trim() !== ''),
        })),
    }))
    .filter((group) => group.modules.length > 0)
}
