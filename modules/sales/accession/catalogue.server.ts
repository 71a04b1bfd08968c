// The part of the catalogue that a set of products needs: for unfolding, routing and tubes; read with one statement.
import { parseExpression, references } from '../../../core/expression/expression.ts'
import { raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { arrayOf, objectOf } from '../../../server/table/shown.ts'
import type { Catalogue, LabInstrument, ProductLab, RoutedProduct } from './routing.rules.ts'
import type { SpecimenChoice } from '../tubes/sampling.rules.ts'

type SampledElement = {
  ElementId: number
  Name: string
  Formula: string | null
  SampleTimePoint: string | null
  specimens: SpecimenChoice[]
  formulaInputs: number[]
}
export type SaleCatalogue = Catalogue & {
  sampled: ReadonlyMap<number, SampledElement>
  instruments: readonly LabInstrument[]
  testSeq: ReadonlyMap<number, number>
}

type Raw = {
  Products: (Omit<RoutedProduct, 'ProductLabs'> & { ProductLabs: ProductLab[] })[]
  Tests: { TestId: number; DepartmentId: number; SeqNo: number | null; ElementIds: number[] }[]
  Elements: Omit<SampledElement, 'formulaInputs'>[]
  Instruments: LabInstrument[]
}

/** Elements a formula uses, in order; none for a measured element. */
const inputsOf = (formula: string | null): number[] => {
  if (formula === null) return []
  const parsed = parseExpression(formula, { kind: 'formula' })
  return parsed.ok ? [...references(parsed.tree).elements] : []
}

/** The rows linked to a row by its key, in order. */
const linked = (each: Sql, table: string, whole: string, key: string): Sql =>
  arrayOf(
    each,
    sql`
      from
        ${raw(table)} link
      where
        link.${raw(key)} = ${raw(`${whole}.${key}`)}
    `,
    sql`link.sequence`,
  )

/** Products of the set with their sub-products, tests and labs. */
const products = arrayOf(
  objectOf('product', ['ProductId', 'Code', 'Name', 'IsLocalProduct', 'OwnerId'], {
    SubProductIds: linked(sql`link.sub_product_id`, 'sub_products', 'product', 'product_id'),
    TestIds: linked(sql`link.test_id`, 'product_tests', 'product', 'product_id'),
    ProductLabs: arrayOf(
      objectOf('link', ['SourceLabId', 'DestinationLabId', 'SequenceNumber']),
      sql`
        from
          product_labs link
        where
          link.product_id = product.product_id
      `,
    ),
  }),
  sql`
    from
      products product
      join wanted_products using (product_id)
  `,
)

const tests = arrayOf(
  objectOf('test', ['TestId', 'DepartmentId', 'SeqNo'], {
    ElementIds: linked(sql`link.element_id`, 'test_elements', 'test', 'test_id'),
  }),
  sql`
    from
      tests test
      join wanted_tests using (test_id)
  `,
)

/** The specimen of an element, of the row `link`. */
const specimen = sql`
  json_build_object(
    'SpecimenId',
    link.specimen_id,
    'StdVolume',
    link.std_volume,
    'TemperatureId',
    link.temperature_id,
    'StableHours',
    link.stable_hours
  )
`

const elements = arrayOf(
  objectOf('element', ['ElementId', 'Name', 'Formula', 'SampleTimePoint'], {
    specimens: linked(specimen, 'element_specimens', 'element', 'element_id'),
  }),
  sql`
    from
      elements element
      join wanted_elements using (element_id)
  `,
)

/** Of all labs, with the elements of the set that they measure. */
const instruments = arrayOf(
  objectOf('owned', ['LabInstrumentId', 'LabId'], {
    DepartmentId: sql`instrument.department_id`,
    ElementIds: arrayOf(
      sql`link.element_id`,
      sql`
        from
          lab_instrument_elements link
          join wanted_elements using (element_id)
        where
          link.lab_instrument_id = owned.lab_instrument_id
      `,
    ),
  }),
  sql`
    from
      lab_instruments owned
      join instruments instrument using (instrument_id)
    where
      owned.is_active
  `,
  // new work is planned on one in service, as long as there is one
  sql`
    owned.out_of_service is not null,
    owned.lab_instrument_id
  `,
)

/**
 * Products with their sub-products at any depth, tests, elements, specimens, and the instruments of all labs that
 * measure them; `testIds` are further tests.
 */
export const readSaleCatalogue = async (
  tx: Tx,
  productIds: readonly number[],
  testIds: readonly number[] = [],
): Promise<SaleCatalogue> => {
  const found = await tx.one<Raw>(sql`
    with recursive
      wanted_products as (
        select
          unnest(${[...productIds]}::int[]) as product_id
        union
        select
          link.sub_product_id
        from
          sub_products link
          join wanted_products on wanted_products.product_id = link.product_id
      ),
      wanted_tests as (
        select distinct
          link.test_id
        from
          product_tests link
          join wanted_products using (product_id)
        union
        select
          unnest(${[...testIds]}::int[])
      ),
      wanted_elements as (
        select distinct
          link.element_id
        from
          test_elements link
          join wanted_tests using (test_id)
      )
    select
      ${products} as products,
      ${tests} as tests,
      ${elements} as elements,
      ${instruments} as instruments
  `)
  const sampled = found.Elements.map((e) => ({ ...e, formulaInputs: inputsOf(e.Formula) }))
  return {
    products: new Map(found.Products.map((p) => [p.ProductId, p])),
    tests: new Map(found.Tests.map((t) => [t.TestId, t])),
    testSeq: new Map(found.Tests.map((t) => [t.TestId, t.SeqNo ?? 9999])),
    elements: new Map(sampled.map((e) => [e.ElementId, { ElementId: e.ElementId, Formula: e.Formula }])),
    sampled: new Map(sampled.map((e) => [e.ElementId, e])),
    instruments: found.Instruments,
  }
}
