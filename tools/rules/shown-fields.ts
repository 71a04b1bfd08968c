// Every field that a person may write is on a screen of its module: one that is forgotten there is named.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Field, Fields } from '../../core/model.ts'

const top = path.resolve(import.meta.dirname, '../..')

const isWritten = ({ computed, asked, view }: Field): boolean => !computed && !asked && !view

/** The written fields of a record and of its grids: `SaleProducts.Price`. */
const writtenIn = (fields: Fields, before = ''): string[] =>
  Object.entries<Field>(fields)
    .filter(([, field]) => isWritten(field))
    .flatMap(([name, field]) =>
      field.kind === 'object'
        ? []
        : field.kind === 'rows'
          ? writtenIn(field.fields ?? {}, `${before}${name}.`)
          : [`${before}${name}`],
    )

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(screen|picker)\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')

type Model = { readonly id: string; readonly fields: Fields }
const isModel = (value: unknown): value is Model =>
  typeof value === 'object' && value !== null && 'id' in value && 'fields' in value && 'permits' in value

/** Fields that are written without being on a screen by their name, and why. This table grows no more. */
export const otherwise: Readonly<Record<string, string>> = {
  'elements.DeltaCheck': 'comes with the catalogue; no screen changes it yet',
  'referrals.ReferrerId': 'shown by its name in the head',
  'referrals.StatusId': 'moved by the acts of the referral',
  'referrals.OverrideRemarks': 'asked when the referrer owes more',
  'shipments.ShipmentSamples.SampleId': 'the tube that is scanned',
  'shipments.ShipmentSamples.StatusId': 'moved by packing, dispatch and receipt',
  'worksheets.WorkItems.WorkItemId': 'the result that the worksheet takes up',
}

/** Written fields that no screen of their module names: `sales.SaleProducts.Priority`. */
export const notShown = async (folder = path.join(top, 'modules')): Promise<string[]> => {
  const missing: string[] = []
  for (const module of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const place = path.join(folder, module.name)
    const file = path.join(place, `${module.name}.model.ts`)
    if (!existsSync(file)) continue
    const models = Object.values((await import(pathToFileURL(file).href)) as object).filter(isModel)
    const text = textOf(place)
    // patients, doctors and referrers are clients on the clients' screen
    if (text === '') continue
    for (const { id, fields } of models)
      for (const name of writtenIn(fields))
        if (!new RegExp(`['"]${name.split('.').at(-1) ?? ''}['"]`).test(text)) missing.push(`${id}.${name}`)
  }
  return missing
}

if (process.argv[1] === import.meta.filename) {
  const forgotten = (await notShown()).filter((name) => otherwise[name] === undefined)
  for (const name of forgotten) console.error(`${name} is written and is on no screen of its module`)
  process.exitCode = forgotten.length > 0 ? 1 : 0
}
