// What every network starts with, the demo too: lists, roles with their permits, print templates, dashboards.
import { columnsOf, rowsAs } from '../server/table/columns.ts'
import { readFile } from 'node:fs/promises'
import { sql, type Tx } from '../server/db/db.ts'
import { serverModules } from '../server/modules.ts'
import { grants, roles } from './roles.ts'
import { loadWidgets } from './widgets.ts'

type List = {
  ListId: number
  ListName: string
  Restricted: boolean
  ListItems: readonly { ListItemId: number; ItemName: string; ItemLabel: string; ItemValue: string | null }[]
}

const listColumns = { list_id: 'int', list_name: 'text', restricted: 'boolean' } as const
const itemColumns = {
  list_item_id: 'int',
  list_id: 'int',
  item_name: 'text',
  item_label: 'text',
  item_value: 'text',
  sequence: 'int',
} as const

const loadLists = async (tx: Tx): Promise<void> => {
  const lists = JSON.parse(await readFile(new URL('./lists.json', import.meta.url), 'utf8')) as List[]
  await tx.run(sql`
    insert into
      lists (${columnsOf(listColumns)})
    select
      ${columnsOf(listColumns)}
    from
      ${rowsAs(
        'list',
        listColumns,
        lists.map((list) => ({ list_id: list.ListId, list_name: list.ListName, restricted: list.Restricted })),
      )}
  `)
  const items = lists.flatMap(({ ListId, ListItems }) =>
    ListItems.map((item, sequence) => ({
      list_item_id: item.ListItemId,
      list_id: ListId,
      item_name: item.ItemName,
      item_label: item.ItemLabel,
      item_value: item.ItemValue,
      sequence,
    })),
  )
  await tx.run(sql`
    insert into
      list_items (${columnsOf(itemColumns)})
    select
      ${columnsOf(itemColumns)}
    from
      ${rowsAs('item', itemColumns, items)}
  `)
  // what is added later counts on above them
  for (const [table, column] of [
    ['lists', 'list_id'],
    ['list_items', 'list_item_id'],
  ] as const)
    await tx.rows(sql`
      select
        setval(
          pg_get_serial_sequence(${table}, ${column}),
          1001
        )
    `)
}

const loadRoles = async (tx: Tx): Promise<void> => {
  for (const [id, name, description] of roles)
    await tx.run(sql`
      insert into
        roles (role_id, role_name, description)
      values
        (
          ${id},
          ${name},
          ${description}
        )
    `)
  const models = new Map(serverModules.map((module) => [module.model.id, module.model]))
  for (const [role, entries] of Object.entries(grants))
    for (const { modules, permits, criteria } of entries)
      for (const id of modules) {
        const model = models.get(id)
        if (!model) continue
        for (const permit of permits) {
          if (!model.permits.includes(permit)) continue
          await tx.run(sql`
            insert into
              permissions (role_id, module_id, permit, criteria, statement_id)
            values
              (
                ${Number(role)},
                ${id},
                ${permit},
                ${criteria ?? null},
                ${permit === 'list' ? model.statementId : null}
              )
            on conflict do nothing
          `)
        }
      }
}

const templates: readonly (readonly [string, string, string])[] = [
  ['sales', 'Bill', 'bill'],
  ['sales', 'Tube labels', 'label'],
  ['samples', 'Tube label', 'label'],
  ['worksheets', 'Worksheet', 'worksheet'],
  ['testreports', 'Report', 'report'],
  ['shipments', 'Manifest', 'manifest'],
  ['invoices', 'Invoice', 'invoice'],
  ['invoices', 'Statement of account', 'statement'],
  ['referrals', 'Referral statement', 'statement'],
]
const loadTemplates = async (tx: Tx): Promise<void> => {
  for (const [index, [module, name, layout]] of templates.entries())
    await tx.run(sql`
      insert into
        print_templates (module_id, name, layout, sequence)
      values
        (
          ${module},
          ${name},
          ${layout},
          ${index}
        )
    `)
}

/** Fills an empty database with what no network is without. */
export const fillStart = async (tx: Tx): Promise<void> => {
  await loadLists(tx)
  await loadRoles(tx)
  await loadTemplates(tx)
  await loadWidgets(tx)
}
