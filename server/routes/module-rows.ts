// The modules as rows, for the menu: groups first, then their modules.
import type { RowTo } from '../../core/answer/answer.ts'
import { allModules } from '../../core/answer/questions.ts'
import { text, type DraftOf } from '../../core/model.ts'
import type { ServerModule } from '../module.ts'
import { notFound } from '../refusal.ts'
import { json, routeOf, type Route } from '../route.ts'

const groups = ['Work', 'Laboratory', 'Accounts', 'People', 'Growth', 'Set-up'] as const
type ModuleRow = RowTo<typeof allModules>
/** The modules as rows: groups first (ParentId null), then their modules. */
const moduleRows = (modules: readonly ServerModule[]): ModuleRow[] => {
  const leaves = modules
    .filter((m) => !m.model.hidden)
    .map((m): ModuleRow => ({
      ModuleId: m.model.id,
      Name: m.model.name,
      Icon: m.model.icon,
      SequenceNumber: m.model.sequence,
      KeyFields: m.model.key.join(','),
      SubModules: [],
      ParentId: m.model.group.toLowerCase(),
    }))
  return [
    ...groups.map((name, i): ModuleRow => ({
      ModuleId: name.toLowerCase(),
      Name: name,
      Icon: 'folder',
      SequenceNumber: i,
      KeyFields: '',
      SubModules: leaves.filter((l) => l.ParentId === name.toLowerCase()).map((l) => l.ModuleId),
      ParentId: null,
    })),
    ...leaves,
  ]
}

const asked = { ModuleId: text('Module'), ParentId: text('Parent') }
const modulesAnswer = (rows: ModuleRow[], { ModuleId, ParentId: parent }: DraftOf<typeof asked>) => {
  if (ModuleId !== undefined) {
    const row = rows.find((r) => r.ModuleId === ModuleId)
    if (!row) throw notFound()
    return { ...json(row), answers: allModules.answers[0] }
  }
  return json(
    parent === undefined ? rows : rows.filter((r) => (parent === 'null' ? r.ParentId === null : r.ParentId === parent)),
  )
}

export const moduleRoute = (modules: readonly ServerModule[]): Route =>
  routeOf({
    method: 'GET',
    ...allModules,
    access: 'signed in',
    scope: 'the same rows for every signed-in user',
    summary: 'Modules',
    query: asked,
    handler: async (call) => modulesAnswer(moduleRows(modules), call.query),
  })
