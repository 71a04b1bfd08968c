// The lines of a supplier's bill out of its file: each is matched with work that was sent and is on no bill. They go to
// the screen, where they are compared with what was agreed, and are checked again when the bill is saved.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { importOf } from '../../server/imports/import.ts'
import { labelOf } from '../samples/labels/label.rules.ts'
import { workName } from './lines.server.ts'
import { purchasebills } from './purchasebills.model.ts'

/** The sales of texts like `1042/P015`. */
const salesIn = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => /^(\d{1,9})\//.exec(text)?.[1] ?? []).map(Number)

/** No text that names work is longer: a label and the code of a product are far below it. */
const longestName = 80

/** What may be the barcode of a tube in texts like `10042-1/P015`: all before a stroke. */
const barcodesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(/\//g)].flatMap(({ index }) => labelOf(text.slice(0, index)) ?? []))

/**
 * Work by the code of its product after the number of its sale at the laboratory, or after the barcode of a tube of the
 * patient. Of a code that the sale at the laboratory has twice it is the first that no bill has. Work on a bill names
 * its sale, too: else the name of two sales would become that of the other patient.
 */
const workByText = (user: Caller, sent: readonly string[]): Sql => {
  // each stroke copies all before it, and a cell may be as long as a file
  const texts = sent.filter((text) => text.length <= longestName)
  return sql`
    with recursive
      legs as (
        select
          tube.barcode,
          tube.sale_id
        from
          samples tube
        where
          tube.barcode = any (${barcodesIn(texts)})
        union
        select
          legs.barcode,
          below.sale_id
        from
          legs
          join sales below on below.base_sale_id = legs.sale_id
      ),
      named as (
        select
          sale_id::text as name,
          sale_id
        from
          unnest(${salesIn(texts)}::int[]) sale_id
        union
        select
          barcode,
          sale_id
        from
          legs
      )
    select distinct
      on (called.text, work.sale_id) called.text as "Text",
      case
        when work.purchase_bill_id is null then work.sale_product_id
      end as "Key",
      json_build_object('Description', ${workName}, 'SaleId', work.sale_id, 'Agreed', work.agreed) as "More"
    from
      named
      join work_sent_outside work on work.sale_id = named.sale_id
      cross join lateral (
        select
          lower(named.name || '/' || work.code) as text
      ) called
    where
      called.text = any (${texts})
      and work.buyer_id = any (${[...user.Clients]})
    order by
      called.text,
      work.sale_id,
      (work.purchase_bill_id is not null),
      work.sale_product_id
  `
}

/** Work, any, amount. */
export const linesOfFile = importOf(purchasebills, {
  grid: 'Lines',
  summary: 'Import of the lines of a purchase bill',
  counted: 'lines',
  columns: [
    {
      title: 'Work',
      name: 'SaleProductId',
      find: workByText,
      missing: 'This work was not sent',
      taken: 'This work is on a bill already',
      ambiguous:
        'This names the work of several sales. Name it by its sale and the code of the product, or choose it by hand',
    },
    { title: 'Name' },
    { title: 'Amount', name: 'Amount' },
  ],
})
