// Sales on an issued invoice for tests: as invoicing several sales leaves them, with its posting.
import { sql } from '../../server/db/db.ts'
import type { TestApp } from '../../server/testing/app.ts'

/** Puts sales of one seller and one buyer on an issued invoice. */
export const invoiced = (app: TestApp, invoiceNo: string, ...saleIds: readonly unknown[]): Promise<number> => {
  const ids = saleIds.map(Number)
  return app.db.transaction((tx) =>
    tx.run(sql`
      with
        issued as (
          insert into
            invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount)
          select
            ${invoiceNo},
            now(),
            seller_id,
            buyer_id,
            sum(net_amount)
          from
            sales
          where
            sale_id = any (${ids})
          group by
            seller_id,
            buyer_id
          returning
            *
        ),
        posted as (
          insert into
            ledger_entries (posting_id, entry_date, account, voucher_type, invoice_id, seller_id, party_id, debit, credit)
          select
            - issued.invoice_id,
            issued.invoice_date,
            side.account,
            'Invoice',
            issued.invoice_id,
            issued.seller_id,
            issued.buyer_id,
            case side.account
              when 'party' then issued.net_amount
              else 0
            end,
            case side.account
              when 'sales' then issued.net_amount
              else 0
            end
          from
            issued,
            (
              values
                ('party'),
                ('sales')
            ) side (account)
        )
      update sales
      set
        invoice_id = issued.invoice_id
      from
        issued
      where
        sale_id = any (${ids})
    `),
  )
}
