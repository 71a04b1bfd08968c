// A sale on paper: the bill of supply, and the labels of its tubes.
import { issuedCopy } from '../../../server/print/issued.ts'
import { refused } from '../../../server/refusal.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { readSale } from '../read.server.ts'
import { sales } from '../sales.model.ts'
import { billPaper, unissuedBill, type StoredSale } from './bill.server.ts'
import { labelHtml } from './label.html.server.ts'
import { labelsOf } from './label.server.ts'

export const printSale = printerOf(sales, async ({ db, user, record, key, layout, version }) => {
  if (layout === 'label') {
    if (record.StatusId === saleStatus.Cancelled) throw refused('The sale is cancelled, so its tubes need no labels')
    const labels = await labelsOf(db.read, { saleId: key })
    if (labels.length === 0) throw refused('There are no tubes yet. Accession the sale first.')
    return { html: labelHtml(labels) }
  }
  // a lab that only performs it, or a courier, does not see its prices
  if (record.NetAmount === undefined) throw refused('Only the seller or the buyer can print this bill')
  // not as this user sees it: what is kept is printed for everyone who may print it
  const sale = await db.read.one<StoredSale>(readSale(key))
  const invoiceNo = sale.Invoice?.InvoiceNo
  if (!invoiceNo) return { html: await unissuedBill(db.read, sale) }
  return issuedCopy(db, user, await billPaper(db.read, sale, invoiceNo), { module: sales.id, formId: key, version })
})
