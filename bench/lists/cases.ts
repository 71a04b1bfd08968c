// The questions that lists are measured with: each list as it opens, and with each of its filters alone.
import type { Field } from '../../core/model.ts'
import type { Loaded } from '../../server/caller.ts'
import { sql, type Database } from '../../server/db/db.ts'
import { serverModules } from '../../server/modules.ts'
import type { ListPlan } from '../../server/read/list.ts'
import { buyer } from '../network/accounts.ts'
import { from30, till } from '../network/network.ts'

/** `asked` says the filter in words. */
export type Case = {
  readonly id: number
  readonly name: string
  /** Whose permit to list is needed. */
  readonly module: string | undefined
  readonly list: ListPlan
  readonly asked: string
  readonly filter: Loaded
}

/** Words of the generated names, and of codes and numbers: frequent, rare, and without a match. */
const words = ['kum', 'zzyzx', 'qqqq']
const numbers = ['12', '123456', '999999999']
/** A party with much, one with little. */
const parties = [2, buyer]
const keys: Readonly<Record<string, readonly unknown[]>> = {
  ProductId: [3001],
  DepartmentId: [3],
  EntityId: [1],
  OwnerId: [2],
  SalesManagerId: [6],
  ReferrerId: [102],
  RoleId: [2],
}
const texts: Readonly<Record<string, readonly string[]>> = {
  AccessionNo: ['BEN12', 'BEN299999', 'qqqq'],
  InvoiceNo: ['25-26/12', 'B3/25-26/299', 'qqqq'],
  VoucherNo: ['T12', 'B3/25-26/299', 'qqqq'],
  MobilePhone: ['912', '9999012345', '1234567890'],
  Code: ['pr', 'PR03', 'qqqq'],
}
const items = async (db: Database, listId: number): Promise<readonly unknown[]> =>
  (
    await db.read.rows<{ Id: number }>(sql`
      select
        list_item_id as id
      from
        list_items
      where
        list_id = ${listId}
      order by
        list_item_id
    `)
  ).map(({ Id }) => Id)

const valuesOf = async (db: Database, name: string, field: Field): Promise<readonly unknown[]> => {
  if (keys[name] !== undefined) return keys[name]
  if (field.options) return field.options.map(([value]) => value)
  switch (field.kind) {
    case 'date':
    case 'datetime':
      return [/To|End/.test(name) ? till : from30]
    case 'boolean':
      return [true]
    case 'choice':
      return field.listId === undefined ? [] : items(db, field.listId)
    case 'references':
      return [parties]
    case 'reference':
      return parties
    case 'integer':
      return [1_000_123]
    case 'digits':
      return numbers
    case 'money':
      return [500]
    default:
      return texts[name] ?? words
  }
}

/** Every list of every module: as it opens, and with each value of each of its filters alone. */
export const listCases = async (db: Database): Promise<readonly Case[]> => {
  const cases: Case[] = []
  for (const { id, name, module, list, parameters } of serverModules.flatMap(({ statements }) => statements)) {
    if (!list) continue
    const add = (asked: string, filter: Loaded): void => {
      cases.push({ id, name, module, list, asked, filter })
    }
    // a report that is asked for by parameters has all of them each time
    if (Object.keys(parameters).length > 0) {
      add('30 days', { StartDate: from30, EndDate: till, ClientIdList: [buyer] })
      continue
    }
    // the days that it does not answer without
    const needed = Object.fromEntries(
      Object.entries<Field>(list.filterFields).flatMap(([field, { required }]) =>
        required === undefined ? [] : [[field, from30] as const],
      ),
    )
    add('nothing', needed)
    for (const [field, declared] of Object.entries<Field>(list.filterFields))
      for (const value of await valuesOf(db, field, declared))
        add(`${field} ${String(value)}`, { ...needed, [field]: value })
    if (hasDays(list)) add('30 days', { FromDate: from30, ToDate: till })
  }
  return cases
}
/** Whether a list can be narrowed to days. */
export const hasDays = ({ filterFields }: ListPlan): boolean =>
  ['FromDate', 'ToDate'].every((name) => Object.hasOwn(filterFields, name))
