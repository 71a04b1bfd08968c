// A party as papers print it: name, address and tax number.
import type { Letterhead, PrintedParty } from '../../../core/letterhead.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { readLetterhead } from './letterhead.server.ts'

type Party = PrintedParty & { readonly client_id: number }
/** Whom a paper is for, with what it is taxed as. */
export const partyOf = (tx: Tx, clientId: number): Promise<Party> =>
  tx.one<Party>(sql`
    select
      c.client_id,
      c.name as "Name",
      nullif(concat_ws(', ', c.address, c.area, c.city, c.zipcode), '') as "Address",
      coalesce(c.mobile_phone, c.work_phone) as "Phone",
      taxed.gstin as "TaxId",
      taxed.state as "State"
    from
      clients c
      cross join lateral taxed_as (c.client_id) taxed
    where
      c.client_id = ${clientId}
  `)

type Taxed = Pick<Party, 'TaxId' | 'State'>
/** The buyer of an invoice, taxed as when it was issued. */
export const buyerOf = async (tx: Tx, invoiceId: number, buyerId: number): Promise<Party> => ({
  ...(await partyOf(tx, buyerId)),
  ...(await tx.one<Taxed>(sql`
    select
      buyer_gstin as "TaxId",
      buyer_state as "State"
    from
      invoices
    where
      invoice_id = ${invoiceId}
  `)),
})

/** What the seller of an invoice was taxed as when it was issued. */
export const soldAs = (tx: Tx, invoiceId: number): Promise<Taxed> =>
  tx.one<Taxed>(sql`
    select
      seller_gstin as "TaxId",
      seller_state as "State"
    from
      invoices
    where
      invoice_id = ${invoiceId}
  `)

/** The seller of an invoice: its letterhead has the tax number under which it was issued. */
export const sellerOf = async (
  tx: Tx,
  invoiceId: number,
  sellerId: number,
): Promise<{ readonly letterhead: Letterhead; readonly seller: Party }> => {
  const taxed = await soldAs(tx, invoiceId)
  return {
    letterhead: { ...(await readLetterhead(tx, sellerId)), TaxId: taxed.TaxId },
    seller: { ...(await partyOf(tx, sellerId)), ...taxed },
  }
}
