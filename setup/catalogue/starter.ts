// The starter catalogue of a new network: departments, specimens, instruments, elements, tests and products for its
// first laboratory, all or none. Reference ranges are typical values and are marked as to be verified.
import { network } from '../../core/network.ts'
import { entityType } from '../../core/user.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { countOn } from './count-on.ts'
import { loadLaboratory } from './laboratory.ts'
import { loadProducts } from './products.ts'
import { readCatalogue, rowsOf, type Catalogue, type Row } from './rows.ts'

/** The central laboratory of the file: the first laboratory of a network measures the same. */
const source = 2

/** Whether no master record of a catalogue exists yet, so that its keys are free. */
export const isCatalogueEmpty = async (tx: Tx): Promise<boolean> =>
  (
    await tx.one<{ Empty: boolean }>(sql`
      select
        not (
          exists (
            select
            from
              departments
          )
          or exists (
            select
            from
              specimens
          )
          or exists (
            select
            from
              instruments
          )
          or exists (
            select
            from
              lab_instruments
          )
          or exists (
            select
            from
              elements
          )
          or exists (
            select
            from
              tests
          )
          or exists (
            select
            from
              products
          )
          or exists (
            select
            from
              price_lists
          )
        ) as empty
    `)
  ).Empty

const firstLab = async (tx: Tx): Promise<number> => {
  const lab = await tx.maybe<{ ClientId: number }>(sql`
    select
      client_id
    from
      clients
    where
      client_type_id = ${literal(entityType.Lab)}
      and is_active
    order by
      client_id
    limit
      1
  `)
  if (!lab) throw refused('Add a laboratory first. The starter catalogue is loaded for it.')
  return lab.ClientId
}

const idsOf = (row: Row, name: string): readonly number[] => (row[name] ?? []) as number[]

/** Products of which the laboratory measures every test, alone or in a package. */
const performed = (c: Catalogue): ReadonlySet<unknown> => {
  const measured = new Set(
    c.labInstruments.filter((one) => one['LabId'] === source).flatMap((one) => idsOf(one, 'ElementIds')),
  )
  const tests = new Set(
    c.tests.filter((test) => idsOf(test, 'ElementIds').every((id) => measured.has(id))).map((test) => test['TestId']),
  )
  return new Set(
    c.products.filter((one) => idsOf(one, 'AllTestIds').every((id) => tests.has(id))).map((one) => one['ProductId']),
  )
}

/** The catalogue for one laboratory: no other clients, and no prices except the maximum ones in their currency. */
const catalogueFor = (c: Catalogue, lab: number): Catalogue => {
  const sold = performed(c)
  return {
    ...c,
    elements: c.elements.map((element) => ({
      ...element,
      ToBeVerified: rowsOf(element, 'ElementMeasurements').length > 0,
    })),
    labInstruments: c.labInstruments.filter((one) => one['LabId'] === source).map((one) => ({ ...one, LabId: lab })),
    products: c.products.map((product) => ({
      ...product,
      OwnerId: lab,
      IsActive: product['IsActive'] === true && sold.has(product['ProductId']),
      // a price in rupees is not a price in another currency
      Mrp: network.currency === 'INR' ? product['Mrp'] : null,
      ProductLabs: rowsOf(product, 'ProductLabs')
        .filter((one) => one['SourceLabId'] === source && one['DestinationLabId'] === source)
        .map((one) => ({ ...one, SourceLabId: lab, DestinationLabId: lab })),
    })),
    priceLists: [],
    referralSchemes: [],
  }
}

/** Fills an empty catalogue; answers how much was added. @throws when records were entered before. */
export const loadStarter = async (tx: Tx): Promise<{ tests: number; products: number; toBeVerified: number }> => {
  await tx.run(sql`
    lock table departments,
    products in share row exclusive mode
  `)
  if (!(await isCatalogueEmpty(tx)))
    throw refused('The catalogue is not empty. The starter catalogue is only for a network without catalogue records.')
  const catalogue = catalogueFor(await readCatalogue(), await firstLab(tx))
  await loadLaboratory(tx, catalogue)
  await loadProducts(tx, catalogue, (day) => day)
  await countOn(tx)
  return {
    tests: catalogue.tests.length,
    products: catalogue.products.filter((one) => one['IsActive']).length,
    toBeVerified: catalogue.elements.filter((one) => one['ToBeVerified']).length,
  }
}
