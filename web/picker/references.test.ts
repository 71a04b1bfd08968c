// Every reference of every model names a picker that is there, and the door asks about each that a save takes.
import { expect, test } from 'vitest'
import type { Fields } from '../../core/model.ts'
import { serverModules } from '../../server/modules.ts'
import { modelsInOrder } from '../modules.ts'
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
  const named = modelsInOrder().flatMap(({ id, fields, filters }) => [
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

test('what a save takes is asked of the module that owns it, or by the hand that is written here', () => {
  const asked = new Set(serverModules.flatMap(({ picks = {} }) => Object.keys(picks)))
  const byHand: Readonly<Record<string, string>> = {
    // roles are no module yet: their key is held by the database
    'users Roles RoleId': 'role',
    // a client beside one's own: modules/clients/clients.server.ts
    'clients ParentId': 'parent',
    'clients CourierId': 'courier',
    // the parties of a sale: modules/sales/lines/parties.server.ts
    'sales PatientId': 'patient',
    'sales ReferringDoctorId': 'doctor',
    'sales SellerId': 'seller',
    'sales BuyerId': 'buyer',
    'sales ReferrerId': 'referrer',
    // between whom money moves, and for which invoice: modules/transactions/transactions.server.ts
    'transactions ReceiverId': 'receiver',
    'transactions InvoiceId': 'pendinginvoices',
    'transactions GiverId': 'giver',
    // the seller of a price list keeps it: modules/pricelists/lists.rules.ts
    'pricelists SellerId': 'seller',
  }
  const rest = serverModules
    .filter((module) => module.save)
    .flatMap(({ model }) => referencesIn(model.fields, model.id, true))
    .filter(({ picker }) => !asked.has(picker ?? ''))
  expect(Object.fromEntries(rest.map(({ path, picker }) => [path, picker]))).toEqual(byHand)
})
