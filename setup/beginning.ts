// The initial rows of every network: lists, roles with their permits, print templates, dashboards.
import { readFile } from 'node:fs/promises'
import { serverModules } from '../server/modules.ts'
import type { Columns } from '../server/table/columns.ts'
import { grants, roles } from './roles.ts'
import { widgetRows } from './widgets.ts'

export type Row = Readonly<Record<string, string | number | boolean | null>>
/** A table with initial rows: the columns that identify a row, and all columns that are set. */
export type Kind = {
  readonly table: string
  readonly key: readonly string[]
  readonly columns: Columns
  /** Condition for the network's own rows; the others belong to one of its clients. */
  readonly only?: string
  /** Rows of other tables refer to these: a row that a later release drops is not removed. */
  readonly isReferred?: boolean
  readonly hasVersion?: boolean
}

/** In the order of insertion. */
export const kinds = {
  lists: {
    table: 'lists',
    key: ['list_id'],
    columns: { list_id: 'int', list_name: 'text', restricted: 'boolean' },
    isReferred: true,
    hasVersion: true,
  },
  items: {
    table: 'list_items',
    key: ['list_item_id'],
    columns: {
      list_item_id: 'int',
      list_id: 'int',
      item_name: 'text',
      item_label: 'text',
      item_value: 'text',
      sequence: 'int',
    },
    isReferred: true,
  },
  roles: {
    table: 'roles',
    key: ['role_id'],
    columns: { role_id: 'int', role_name: 'text', description: 'text' },
    isReferred: true,
    hasVersion: true,
  },
  permits: {
    table: 'permissions',
    key: ['role_id', 'module_id', 'permit'],
    columns: { role_id: 'int', module_id: 'text', permit: 'text', criteria: 'text', statement_id: 'int' },
    only: 'client_type_id is null',
  },
  templates: {
    table: 'print_templates',
    key: ['module_id', 'name'],
    columns: { module_id: 'text', name: 'text', layout: 'text', sequence: 'int' },
    only: 'client_id is null',
  },
  widgets: {
    table: 'widgets',
    key: ['role_id', 'entity_type_id', 'target'],
    columns: {
      role_id: 'int',
      entity_type_id: 'int',
      target: 'text',
      label: 'text',
      statement_id: 'int',
      query_parameters: 'text',
    },
    hasVersion: true,
  },
} as const satisfies Readonly<Record<string, Kind>>
export type KindName = keyof typeof kinds
export type Beginning = Readonly<Record<KindName, readonly Row[]>>

type List = {
  ListId: number
  ListName: string
  Restricted: boolean
  ListItems: readonly { ListItemId: number; ItemName: string; ItemLabel: string; ItemValue: string | null }[]
}

const permitRows = (): Row[] => {
  const models = new Map(serverModules.map((module) => [module.model.id, module.model]))
  const rows = new Map<string, Row>()
  for (const [role, entries] of Object.entries(grants))
    for (const { modules, permits, criteria = null } of entries)
      for (const id of modules)
        for (const permit of permits) {
          const model = models.get(id)
          const key = `${role} ${id} ${permit}`
          if (!model?.permits.includes(permit) || rows.has(key)) continue
          const statement_id = permit === 'list' ? (model.statementId ?? null) : null
          rows.set(key, { role_id: Number(role), module_id: id, permit, criteria, statement_id })
        }
  return [...rows.values()]
}

const templates: readonly (readonly [string, string, string])[] = [
  ['sales', 'Bill', 'bill'],
  ['sales', 'Tube labels', 'label'],
  ['samples', 'Tube label', 'label'],
  ['worksheets', 'Worksheet', 'worksheet'],
  ['testreports', 'Report', 'report'],
  ['shipments', 'Manifest', 'manifest'],
  ['invoices', 'Invoice', 'invoice'],
  ['invoices', 'Credit note', 'creditnote'],
  ['invoices', 'Statement of account', 'statement'],
  ['invoices', 'Last payment reminder', 'reminder'],
  ['referrals', 'Referral statement', 'statement'],
  ['transactions', 'Receipt voucher', 'receipt'],
  ['transactions', 'Refund voucher', 'refund'],
  ['setoffs', 'Settlement', 'settlement'],
]

/** The rows of this release. */
export const beginning = async (): Promise<Beginning> => {
  const lists = JSON.parse(await readFile(new URL('./lists.json', import.meta.url), 'utf8')) as List[]
  return {
    lists: lists.map((list) => ({ list_id: list.ListId, list_name: list.ListName, restricted: list.Restricted })),
    items: lists.flatMap(({ ListId, ListItems }) =>
      ListItems.map((item, sequence) => ({
        list_item_id: item.ListItemId,
        list_id: ListId,
        item_name: item.ItemName,
        item_label: item.ItemLabel,
        item_value: item.ItemValue,
        sequence,
      })),
    ),
    roles: roles.map(([role_id, role_name, description]) => ({ role_id, role_name, description })),
    permits: permitRows(),
    templates: templates.map(([module_id, name, layout], sequence) => ({ module_id, name, layout, sequence })),
    widgets: widgetRows(),
  }
}
