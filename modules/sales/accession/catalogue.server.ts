// The part of the catalogue that a set of products needs: for unfolding, routing and tubes; read with one statement.
import { parseExpression, references } from '../../../core/expression/expression.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
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
  products: (Omit<RoutedProduct, 'ProductLabs'> & { ProductLabs: ProductLab[] })[] | null
  tests: { TestId: number; DepartmentId: number; SeqNo: number | null; ElementIds: number[] }[] | null
  elements: Omit<SampledElement, 'formulaInputs'>[] | null
  instruments: LabInstrument[] | null
}

/** Elements a formula uses, in order; nothing for what is measured. */
const inputsOf = (formula: string | null): number[] => {
  if (formula === null) return []
  const parsed = parseExpression(formula, { kind: 'formula' })
  return parsed.ok ? [...references(parsed.tree).elements] : []
}

/**
 * Products with their sub-products at any depth, tests, elements, specimens, and the instruments of all labs that
 * measure them.
 */
export const readSaleCatalogue = async (tx: Tx, productIds: readonly number[]): Promise<SaleCatalogue> => {
  const found = await tx.one<Raw>(sql`
    with recursive
      p as (
        select
          unnest(${[...productIds]}::int[]) as product_id
        union
        select
          x.sub_product_id
        from
          sub_products x
          join p on p.product_id = x.product_id
      ),
      t as (
        select distinct
          x.test_id
        from
          product_tests x
          join p using (product_id)
      ),
      e as (
        select distinct
          x.element_id
        from
          test_elements x
          join t using (test_id)
      )
    select
      (
        select
          json_agg(
            json_build_object(
              'ProductId',
              r.product_id,
              'Code',
              r.code,
              'Name',
              r.name,
              'IsLocalProduct',
              r.is_local_product,
              'OwnerId',
              r.owner_id,
              'SubProductIds',
              coalesce(
                (
                  select
                    json_agg(
                      x.sub_product_id
                      order by
                        x.sequence
                    )
                  from
                    sub_products x
                  where
                    x.product_id = r.product_id
                ),
                '[]'
              ),
              'TestIds',
              coalesce(
                (
                  select
                    json_agg(
                      x.test_id
                      order by
                        x.sequence
                    )
                  from
                    product_tests x
                  where
                    x.product_id = r.product_id
                ),
                '[]'
              ),
              'ProductLabs',
              coalesce(
                (
                  select
                    json_agg(
                      json_build_object(
                        'SourceLabId',
                        x.source_lab_id,
                        'DestinationLabId',
                        x.destination_lab_id,
                        'SequenceNumber',
                        x.sequence_number
                      )
                    )
                  from
                    product_labs x
                  where
                    x.product_id = r.product_id
                ),
                '[]'
              )
            )
          )
        from
          products r
          join p using (product_id)
      ) as products,
      (
        select
          json_agg(
            json_build_object(
              'TestId',
              r.test_id,
              'DepartmentId',
              r.department_id,
              'SeqNo',
              r.seq_no,
              'ElementIds',
              coalesce(
                (
                  select
                    json_agg(
                      x.element_id
                      order by
                        x.sequence
                    )
                  from
                    test_elements x
                  where
                    x.test_id = r.test_id
                ),
                '[]'
              )
            )
          )
        from
          tests r
          join t using (test_id)
      ) as tests,
      (
        select
          json_agg(
            json_build_object(
              'ElementId',
              r.element_id,
              'Name',
              r.name,
              'Formula',
              r.formula,
              'SampleTimePoint',
              r.sample_time_point,
              'specimens',
              coalesce(
                (
                  select
                    json_agg(
                      json_build_object('SpecimenId', x.specimen_id, 'StdVolume', x.std_volume, 'TemperatureId', x.temperature_id)
                      order by
                        x.sequence
                    )
                  from
                    element_specimens x
                  where
                    x.element_id = r.element_id
                ),
                '[]'
              )
            )
          )
        from
          elements r
          join e using (element_id)
      ) as elements,
      (
        select
          json_agg(
            json_build_object(
              'LabInstrumentId',
              l.lab_instrument_id,
              'LabId',
              l.lab_id,
              'DepartmentId',
              i.department_id,
              'ElementIds',
              coalesce(
                (
                  select
                    json_agg(x.element_id)
                  from
                    lab_instrument_elements x
                    join e using (element_id)
                  where
                    x.lab_instrument_id = l.lab_instrument_id
                ),
                '[]'
              )
            )
          )
        from
          lab_instruments l
          join instruments i using (instrument_id)
        where
          l.is_active
      ) as instruments
  `)
  const elements = (found.elements ?? []).map((e) => ({ ...e, formulaInputs: inputsOf(e.Formula) }))
  return {
    products: new Map((found.products ?? []).map((p) => [p.ProductId, p])),
    tests: new Map((found.tests ?? []).map((t) => [t.TestId, t])),
    testSeq: new Map((found.tests ?? []).map((t) => [t.TestId, t.SeqNo ?? 9999])),
    elements: new Map(elements.map((e) => [e.ElementId, { ElementId: e.ElementId, Formula: e.Formula }])),
    sampled: new Map(elements.map((e) => [e.ElementId, e])),
    instruments: found.instruments ?? [],
  }
}
