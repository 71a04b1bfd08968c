// Every grid of every module goes the whole way: each field of a row is read, and each that a person may write is kept,
// held to its bounds and told in the history.
import { expect, test } from 'vitest'
import type { Field, Fields } from '../../core/model.ts'
import { isObject, sameValue } from '../../core/same.ts'
import { serverModules } from '../modules.ts'
import { otherValue, wrongValue } from '../testing/field-values.ts'
import { groundsOf, type Ground } from '../testing/grids.fixture.ts'
import { networkForTests } from '../testing/network.ts'
import { readRows } from '../testing/rows.ts'
import type { Json } from '../testing/signed-in.ts'

const { app, ...people } = networkForTests('admin', 'labAdmin', 'front', 'desk', 'technologist', 'accounts')
const grounds = groundsOf(app, () => people)

/** Grids and fields of rows that are not written like all others, and why. This table grows no more. */
const otherwise: Readonly<Record<string, string>> = {
  'shipmentreceipt.ShipmentSamples': 'an action records the receipt of a tube, and the row leaves the grid',
  'shipments.ShipmentSamples.StatusId': 'sent with its row by the specification; acts on the box change it',
  'testresults.WorkItems.StatusId': 'a state: a result moves through its own rules',
  'testresults.WorkItems.ReasonId': 'why it is in that state',
  'testresults.WorkItems.RowVersion': 'says what was read, and is counted by the server',
}
const most = 5

type Grid = { readonly name: string; readonly field: Field; readonly isWritten: boolean }
/** Grids of fields, those inside others and inside objects too. */
const gridsIn = (fields: Fields, path: string, isWritten: boolean): Grid[] =>
  Object.entries<Field>(fields).flatMap(([key, field]) => {
    const name = `${path}.${key}`
    const writes = isWritten && !field.computed
    const own = field.kind === 'rows' ? [{ name, field, isWritten: writes }] : []
    return [...own, ...gridsIn(field.fields ?? {}, name, false)]
  })
const grids = serverModules.flatMap((module) => {
  const isWritten = module.save !== undefined || module.actions?.some(({ path }) => path === `${module.model.id}/`)
  return gridsIn(module.model.fields, module.model.id, isWritten === true)
})

const isLink = (field: Field, name: string): boolean =>
  name === field.rowKey && ['reference', 'choice'].includes(field.fields?.[name]?.kind ?? '')
/** Fields of a row that the model lets be written. */
const writable = ({ name: grid, field, isWritten }: Grid): [string, Field][] =>
  isWritten
    ? Object.entries<Field>(field.fields ?? {}).filter(
        ([name, one]) =>
          !one.computed &&
          !one.asked &&
          !one.view &&
          (name !== field.rowKey || isLink(field, name)) &&
          otherwise[grid] === undefined &&
          otherwise[`${grid}.${name}`] === undefined,
      )
    : []

const path = ({ module, key, reads }: Ground): string => reads ?? `/api/${module}/${key}`
const below = (value: unknown, name: string): Json[] =>
  [value].flat().flatMap((one) => (isObject(one) ? (one[name] ?? []) : []))
const rowsOf = async (grid: Grid, ground: Ground) => {
  const { status, body } = await ground.person.get(path(ground))
  expect(status, path(ground)).toBe(200)
  return ground.rows?.(body) ?? grid.name.split('.').slice(1).reduce<Json[]>(below, [body])
}
const groundOf = async (grid: Grid): Promise<Ground> => {
  const ground = grounds[grid.name]
  if (!ground) throw new Error(`${grid.name} is seen nowhere: give it a ground in server/testing/grids.fixture.ts`)
  return ground()
}

test.each(grids.map((grid) => [grid.name, grid] as const))('a row of %s is read with every field', async (_, grid) => {
  const rows = await rowsOf(grid, await groundOf(grid))
  expect(rows.length).toBeGreaterThan(0)
  const expected = Object.entries<Field>(grid.field.fields ?? {}).filter(([, one]) => !one.asked && !one.view)
  for (const row of rows) expect(expected.map(([name]) => name).filter((name) => !Object.hasOwn(row, name))).toEqual([])
})

/** Keys of the list that a choice is of. */
const itemsOf = async (field: Field): Promise<number[]> => {
  if (field.kind !== 'choice' || field.listId === undefined) return []
  const rows = await readRows<{ Id: number }>(app, 'list_items', { ListId: field.listId }, 'list_item_id as id', 'id')
  return rows.map(({ Id }) => Id)
}
const changeOf = async (fields: readonly [string, Field][], was: Json, { values = {} }: Ground): Promise<Json> =>
  Object.fromEntries(
    await Promise.all(
      fields.map(async ([name, field]) => {
        const value: unknown = name in values ? values[name] : otherValue(field, was[name], await itemsOf(field))
        expect(value, `a value for ${name}`).not.toBeUndefined()
        return [name, value] as const
      }),
    ),
  )
/** What a model knows of a row: what is answered beside it is not sent. */
const declared = ({ fields = {} }: Field, row: Json): Json =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields[name] !== undefined))
const has = (row: Json, values: Json): boolean =>
  Object.entries(values).every(([name, value]) => sameValue(row[name] ?? null, value))

const written = grids.filter((grid) => writable(grid).length > 0)
test.each(written.map((grid) => [grid.name, grid] as const))(
  'what is written in a row of %s is kept, held to its bounds and told in the history',
  async (_, grid) => {
    const ground = await groundOf(grid)
    const { person, module, key } = ground
    const [, ...names] = grid.name.split('.')
    const fields = writable(grid)
    const isLinked = fields.some(([name]) => isLink(grid.field, name))
    const [first = {}, ...others] = await rowsOf(grid, ground)
    const save = (row: Json) => {
      const rows = (isLinked ? [first, ...others, row] : [row, ...others]).map((one) => declared(grid.field, one))
      return person.put(ground.saves ?? `/api/${module}/${key}`, ground.send?.(rows) ?? { [names.join('.')]: rows })
    }
    for (const [name, field] of fields) {
      const refused = await save({ ...first, [name]: wrongValue(field) })
      expect([name, refused.status], refused.text).toEqual([name, 400])
      expect(JSON.stringify(refused.body.errors), `${name} is named`).toMatch(new RegExp(`${name}|${field.label}`))
    }
    const change = await changeOf(fields, first, ground)
    const saved = await save(isLinked ? change : { ...first, ...change })
    expect([saved.status, saved.body.errors], saved.text).toEqual([200, undefined])
    const kept = await rowsOf(grid, ground)
    const row = kept.find((one) => has(one, change))
    expect(row ?? kept, 'kept').toMatchObject(row ? {} : change)
    const history = (await person.get(`/api/actions?ModuleId=${module}&FormId=${key}`)).body
    const changes = history[0]?.Changes
    const told: readonly Json[] = ground.told?.(changes) ?? changes[names.join('.')][1] ?? []
    expect(
      told.some((one) => has(one, change)),
      `told: ${JSON.stringify(told)}`,
    ).toBe(true)
  },
)

test('a grid that is written otherwise is one of a model, and there are no more of them than there were', () => {
  const names = new Set(
    grids.flatMap(({ name, field }) => [name, ...Object.keys(field.fields ?? {}).map((one) => `${name}.${one}`)]),
  )
  expect(Object.keys(otherwise).filter((name) => !names.has(name))).toEqual([])
  expect(Object.keys(otherwise).length).toBeLessThanOrEqual(most)
})
