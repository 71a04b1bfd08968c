// A sale on paper: the bill of supply, and the labels of its tubes.
import { refused } from '../../../server/refusal.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { sales } from '../sales.model.ts'
import { billHtml } from './bill.html.server.ts'
import { billOf } from './bill.server.ts'
import { labelHtml } from './label.html.server.ts'
import { labelsOf } from './label.server.ts'

export const printSale = printerOf(sales, async ({ db, record, key, layout }) => {
  // a lab that only performs it, or a courier, does not see its prices
  if (layout !== 'label' && record.NetAmount === undefined)
    throw refused('Only the seller or the buyer can print this bill')
  if (layout !== 'label') return { html: billHtml(await billOf(db.read, record)) }
  const labels = await labelsOf(db.read, { saleId: key })
  if (labels.length === 0) throw refused('There are no tubes yet. Accession the sale first.')
  return { html: labelHtml(labels) }
})
