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
    key: ['ListId'],
    columns: { ListId: 'int', ListName: 'text', Restricted: 'boolean' },
    isReferred: true,
    hasVersion: true,
  },
  items: {
    table: 'list_items',
    key: ['ListItemId'],
    columns: {
      ListItemId: 'int',
      ListId: 'int',
      ItemName: 'text',
      ItemLabel: 'text',
      ItemValue: 'text',
      Sequence: 'int',
    },
    isReferred: true,
  },
  roles: {
    table: 'roles',
    key: ['RoleId'],
    columns: { RoleId: 'int', RoleName: 'text', Description: 'text' },
    isReferred: true,
    hasVersion: true,
  },
  permits: {
    table: 'permissions',
    key: ['RoleId', 'ModuleId', 'Permit'],
    columns: { RoleId: 'int', ModuleId: 'text', Permit: 'text', Criteria: 'text', StatementId: 'int' },
    only: 'client_type_id is null',
  },
  templates: {
    table: 'print_templates',
    key: ['ModuleId', 'Name'],
    columns: { ModuleId: 'text', Name: 'text', Layout: 'text', Sequence: 'int' },
    only: 'client_id is null',
  },
  widgets: {
    table: 'widgets',
    key: ['RoleId', 'EntityTypeId', 'Target'],
    columns: {
      RoleId: 'int',
      EntityTypeId: 'int',
      Target: 'text',
      Label: 'text',
      StatementId: 'int',
      QueryParameters: 'text',
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
          const StatementId = permit === 'list' ? (model.statementId ?? null) : null
          rows.set(key, { RoleId: Number(role), ModuleId: id, Permit: permit, Criteria: criteria, StatementId })
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
    lists: lists.map((list) => ({ ListId: list.ListId, ListName: list.ListName, Restricted: list.Restricted })),
    items: lists.flatMap(({ ListId, ListItems }) =>
      ListItems.map((item, Sequence) => ({
        ListItemId: item.ListItemId,
        ListId,
        ItemName: item.ItemName,
        ItemLabel: item.ItemLabel,
        ItemValue: item.ItemValue,
        Sequence,
      })),
    ),
    roles: roles.map(([RoleId, RoleName, Description]) => ({ RoleId, RoleName, Description })),
    permits: permitRows(),
    templates: templates.map(([ModuleId, Name, Layout], Sequence) => ({ ModuleId, Name, Layout, Sequence })),
    widgets: widgetRows(),
  }
}
