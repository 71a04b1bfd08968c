// What the shell knows of every module, and how its model is loaded. The build replaces this file by what it answers
// (vite.config.ts), so that the models with all their fields come with their own lists and screens.
import type { Item } from '../core/items.ts'
import type { Fields, Model } from '../core/model.ts'
import { allModels, models } from './models.ts'

export const shellNeeds = [
  'id',
  'name',
  'singular',
  'icon',
  'group',
  'sequence',
  'key',
  'createdBy',
  'createdAnywhere',
  'hidden',
  'opens',
  'opensEach',
  'returnsTo',
  'single',
  'statementId',
  'wide',
] as const satisfies (keyof Model)[]
export type Head = Pick<Model, (typeof shellNeeds)[number]>
export type Look = Pick<Item, 'id' | 'tone' | 'struck'>

const itemsIn = (fields: Fields): Item[] =>
  Object.values(fields).flatMap((field) => [...Object.values(field.items ?? {}), ...itemsIn(field.fields ?? {})])

/** Heads by module id. */
export const heads: Readonly<Record<string, Head | undefined>> = Object.fromEntries(
  allModels.map((model) => [model.id, model]),
)
/** The looks of the items that the fields of models name, each once: no id is in two lists. */
export const looks: readonly Look[] = [
  ...new Map(allModels.flatMap((model) => itemsIn(model.fields)).map((item) => [item.id, item])).values(),
]
/** The model of a module; undefined where there is none. */
export const loadModel = (id: string): Promise<Model | undefined> =>
  Promise.resolve(Object.hasOwn(models, id) ? models[id] : undefined)
