-- A new sale is written with the key of its invoice, which is issued at the end of the same transaction, since others
-- wait for its number: whether there is such an invoice is asked when the transaction ends.
alter table sales alter constraint sales_invoice_id_fkey deferrable initially deferred;
