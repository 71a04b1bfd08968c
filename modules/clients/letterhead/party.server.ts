// A party as papers print it: name, address and tax number.
import type { Letterhead, PrintedParty } from '../../../core/letterhead.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { readLetterhead } from './letterhead.server.ts'

type Party = PrintedParty & { readonly ClientId: number }
/** Whom a paper is for, with what it is taxed as. */
export const partyOf = (tx: Tx, clientId: number): Promise<Party> =>
  tx.one<Party>(sql`
    select
      client.client_id,
      client.name as "Name",
      nullif(concat_ws(', ', client.address, client.area, client.city, client.zipcode), '') as "Address",
      coalesce(client.mobile_phone, client.work_phone) as "Phone",
      taxed.gstin as "TaxId",
      taxed.state as "State"
    from
      clients client
      cross join lateral taxed_as (client.client_id) taxed
    where
      client.client_id = ${clientId}
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
