// A sale by one hand-written statement, with bill, lines, receipt, ledger and audit; pgbench gives :p, :d and :l.
export const saleStatement = `
  with
    n as (
      insert into
        counters (name, value)
      values
        ('ceiling', 1)
      on conflict (name) do update
      set
        value = counters.value + 1
      returning
        value
    ),
    i as (
      insert into
        invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount, paid, is_single_sale, created_by)
      select
        'C/25-26/' || value,
        now(),
        2,
        :p,
        1000,
        100,
        true,
        1
      from
        n
      returning
        invoice_id
    ),
    s as (
      insert into
        sales (
          sale_date,
          collection_date,
          report_date,
          patient_id,
          patient_name,
          referring_doctor_id,
          seller_id,
          buyer_id,
          lrn,
          gross_amount,
          net_amount,
          paid,
          status_id,
          invoice_id,
          created_by
        )
      select
        now(),
        now(),
        now(),
        :p,
        'Ceiling',
        :d,
        2,
        :p,
        :l::text,
        1000,
        1000,
        100,
        92,
        invoice_id,
        1
      from
        i
      returning
        sale_id,
        invoice_id
    ),
    l as (
      insert into
        sale_products (sale_id, product_id, sequence, price, amount, original_price)
      select
        sale_id,
        x,
        x,
        200,
        200,
        200
      from
        s,
        generate_series(3001, 3005) x
    ),
    t as (
      insert into
        transactions (date, giver_id, receiver_id, invoice_id, amount, payment_mode_id, created_by)
      select
        now(),
        :p,
        2,
        invoice_id,
        100,
        40,
        1
      from
        s
    ),
    e as (
      insert into
        ledger_entries (posting_id, entry_date, account, voucher_type, seller_id, party_id, debit, credit)
      select
        1,
        now(),
        a,
        'Invoice',
        2,
        :p,
        d,
        c
      from
        (
          values
            ('party', 1000, 0),
            ('sales', 0, 1000),
            ('money', 100, 0),
            ('party', 0, 100)
        ) x (a, d, c)
    )
  insert into
    audit (user_id, module_id, form_id, action)
  select
    1,
    'sales',
    sale_id,
    'create'
  from
    s
  returning
    form_id
`
