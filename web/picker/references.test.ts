// Every reference of every model names an existing picker, and the door checks each one that a save takes.
import { expect, test } from 'vitest'
import type { Fields } from '../../core/model.ts'
import { serverModules } from '../../server/modules.ts'
import { picksOf } from '../../server/pick.ts'
import { allModels } from '../models.ts'
import '../pickers.ts'
import { isPicker } from './pickers.ts'

type Reference = { readonly path: string; readonly picker: string | undefined }
const referencesIn = (fields: Fields, path: string, isSaved = false): Reference[] =>
  Object.entries(fields).flatMap(([name, field]): Reference[] => {
    if (isSaved && (field.computed || field.view)) return []
    const inside = referencesIn(field.fields ?? {}, `${path} ${name}`, isSaved)
    return field.kind === 'reference' || field.kind === 'references'
      ? [{ path: `${path} ${name}`, picker: field.picker }, ...inside]
      : inside
  })

test('every reference of a model or of its filters names a picker that a module declares', () => {
  const named = allModels.flatMap(({ id, fields, filters }) => [
    ...referencesIn(fields, id),
    ...referencesIn(filters, `${id} filter`),
  ])
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ picker }) => picker === undefined || !isPicker(picker))).toEqual([])
})

test('so does every parameter of a statement or route on the server', () => {
  const asked = serverModules.flatMap(({ model, statements, routes = [] }) => [
    ...statements.flatMap(({ id, parameters }) => referencesIn(parameters, `statement ${id}`)),
    ...routes.flatMap(({ path, query = {}, body = {} }) => referencesIn({ ...query, ...body }, `${model.id} ${path}`)),
  ])
  expect(asked.filter(({ picker }) => picker === undefined || !isPicker(picker))).toEqual([])
})

test('the owning module checks every reference of a save or an action, without code of its own', () => {
  const asked = new Set(serverModules.flatMap(({ picks = {} }) => Object.keys(picks)))
  const taken = serverModules.flatMap(({ model, save, actions = [] }) => [
    ...(save ? referencesIn(model.fields, model.id, true) : []),
    ...actions.flatMap(({ path, body = {} }) => referencesIn(body, path, true)),
  ])
  expect(taken.length).toBeGreaterThan(30)
  expect(taken.filter(({ picker }) => !asked.has(picker ?? ''))).toEqual([])
})

test('every record that names a pick has the keys that the pick reads', () => {
  const readBy = new Map(
    serverModules.flatMap(picksOf).flatMap(({ picker, pick }) => (pick.with ? [[picker, pick.with] as const] : [])),
  )
  const bare = serverModules
    .filter((module) => module.save)
    .flatMap(({ model }) =>
      referencesIn(model.fields, model.id, true).flatMap(({ path, picker }) =>
        (readBy.get(picker ?? '') ?? [])
          .filter((name) => !['reference', 'choice'].includes(model.fields[name]?.kind ?? ''))
          .map((name) => `${path}: ${name}`),
      ),
    )
  expect([readBy.size > 0, bare]).toEqual([true, []])
})
