-- The invariants of every database: each row answered names a broken invariant and a record that breaks it.
select 'net is gross less discount less additional discount' as invariant, 'sale ' || s.sale_id as record from sales s
  where s.net_amount <> round(s.gross_amount - s.discount - s.addl_discount, case when s.is_rounded then 0 else 2 end)
    or s.net_amount < 0
union all
select 'net is the sum of the live lines less the additional discount', 'sale ' || s.sale_id from sales s
  where s.net_amount <> round(
    (select coalesce(sum(l.amount), 0) from sale_products l where l.sale_id = s.sale_id and l.status_id <> 100)
      - s.addl_discount,
    case when s.is_rounded then 0 else 2 end
  )
union all
select 'amount of a line is price less discount', 'line ' || l.sale_product_id from sale_products l
  where l.amount <> round(coalesce(l.price, 0) * (100 - l.discount_percent) / 100, 2)
union all
select 'paid of an invoice is the sum of its live transactions and allocations', 'invoice ' || i.invoice_id from invoices i
  where i.paid <> (select coalesce(sum(case when t.kind = 'Refund' then -t.amount else t.amount end), 0) from transactions t where t.invoice_id = i.invoice_id and t.counts)
    + (
      select coalesce(sum(a.amount), 0)
      from allocations a
      where a.to_invoice_id = i.invoice_id and a.to_transaction_id is null and a.undone_at is null
    )
    - (select coalesce(sum(a.amount), 0) from allocations a where a.from_invoice_id = i.invoice_id and a.undone_at is null)
union all
select 'what is allocated of money is the sum of its allocations, of money that counts', 'transaction ' || t.transaction_id
  from transactions t
  where t.allocated <> (
      select coalesce(sum(a.amount), 0)
      from allocations a
      where t.transaction_id in (a.from_transaction_id, a.to_transaction_id) and a.undone_at is null
    )
    or t.allocated > t.amount
    or t.allocated > 0 and (not t.counts or t.invoice_id is not null and t.payment_mode_id <> 47)
union all
select 'what is paid of a purchase bill is the sum of its allocations', 'bill ' || b.purchase_bill_id
  from purchase_bills b
  where b.paid <> (
      select coalesce(sum(a.amount), 0) from allocations a where a.to_bill_id = b.purchase_bill_id and a.undone_at is null
    )
    or b.paid > b.total_amount
    or b.paid > 0 and b.cancelled_at is not null
union all
-- before there were allocations more could be drawn than was there: that is booked as an opening difference
select 'a draw on a deposit is allocated in full', 'transaction ' || t.transaction_id
  from transactions t
  where t.payment_mode_id = 47
    and t.counts
    and t.amount <> t.allocated + (
      select coalesce(sum(e.debit), 0)
      from ledger_entries e
      where e.transaction_id = t.transaction_id and e.account = 'opening'
    )
union all
select 'an allocation leaves the balance of its party as it was', 'posting ' || e.posting_id
  from ledger_entries e
  where e.allocation_id is not null
  group by e.posting_id
  having sum(case when e.account = 'party' then e.debit - e.credit else 1 end) <> 0
union all
select 'an allocation is of one party and one seller on both sides', 'allocation ' || a.allocation_id from allocations a
  left join transactions f on f.transaction_id = a.from_transaction_id left join invoices c on c.invoice_id = a.from_invoice_id
  left join invoices d on d.invoice_id = a.to_invoice_id
  where a.undone_at is null and (
    f.kind = 'Receipt' and (f.giver_id <> a.party_id or f.receiver_id <> a.seller_id)
    or f.kind = 'Refund' and (f.receiver_id <> a.party_id or f.giver_id <> a.seller_id or a.to_bill_id is null)
    or c.buyer_id <> a.party_id or c.seller_id <> a.seller_id
    or d.buyer_id <> a.party_id or d.seller_id <> a.seller_id or d.is_cancelled)
union all
select 'an opening balance is owed to a seller', 'client ' || c.client_id from clients c
  where c.opening_balance <> 0 and c.opening_seller_id is null
union all
select 'the ledger of a party is its invoices, money, opening balance and commission',
    'party ' || p.party_id || ' at ' || p.seller_id
  from (
    select party_id, seller_id, sum(amount) as amount from (
      select party_id, seller_id, debit - credit as amount from ledger_entries where account = 'party'
      union all select buyer_id, seller_id, -net_amount from invoices where not is_cancelled
      union all select coalesce(i.buyer_id, t.giver_id), coalesce(i.seller_id, t.receiver_id), t.amount from transactions t
        left join invoices i using (invoice_id) where t.counts and t.kind = 'Receipt' and t.payment_mode_id <> 47
          and (coalesce(t.purpose, '') not in ('tds', 'gst') or t.payment_mode_id = 49)
      union all select coalesce(i.buyer_id, t.receiver_id), coalesce(i.seller_id, t.giver_id), -t.amount from transactions t
        left join invoices i using (invoice_id) where t.counts and t.kind = 'Refund' and coalesce(t.purpose, '') not in ('tds', 'gst')
      union all select party_id, seller_id, -amount from tds_deductions
        where kind = 'withheld' and withheld_as_id is null and cancelled_at is null
      union all select client_id, opening_seller_id, -opening_balance
        from clients where opening_balance <> 0 and merged_into_id is null
      -- what was drawn beyond what was there, before there were allocations
      union all select party_id, seller_id, debit - credit
        from ledger_entries where account = 'opening' and transaction_id is not null
      union all select r.referrer_id, r.seller_id, e.credit - e.debit from ledger_entries e
        join referrals r using (referral_id) where e.account = 'party'
      union all select supplier_id, buyer_id, total_amount from purchase_bills where cancelled_at is null
    ) rows group by party_id, seller_id) p
  where p.amount <> 0
union all
select 'what a party owes is its balance in the ledger and what is not invoiced',
    'party ' || p.party_id || ' at ' || p.seller_id
  from (
    select party_id, seller_id, sum(amount) as amount from (
      select party_id, seller_id, owed as amount from party_dues where kind <> 'sale'
      union all select party_id, seller_id, credit - debit from ledger_entries where account = 'party'
      -- commission is no due; its entries stay where a merge has left them, and its referral moves
      union all select r.referrer_id, r.seller_id, e.debit - e.credit from ledger_entries e
        join referrals r using (referral_id) where e.account = 'party'
      union all select supplier_id, buyer_id, - outstanding from purchase_bill_facts where is_open
      -- what others than buyers are paid is on no document of theirs but purchase bills
      union all select t.receiver_id, t.giver_id, t.amount - t.allocated
        from transactions t join clients c on c.client_id = t.receiver_id
        where t.counts and t.kind = 'Refund' and t.invoice_id is null and c.client_type_id not in (10, 12, 13, 16)
          and coalesce(t.purpose, '') not in ('tds', 'gst')
      union all select party_id, seller_id, amount from tds_deductions
        where kind = 'withheld' and withheld_as_id is null and cancelled_at is null
    ) rows group by party_id, seller_id) p
  where p.amount <> 0
union all
select 'tax that is withheld is owed to the government until it is paid', 'place ' || p.seller_id
  from (
    select seller_id, debit - credit as amount from ledger_entries where account = 'tds payable'
    union all select seller_id, amount from tds_deductions
      where kind = 'withheld' and cancelled_at is null and paid_by_id is null
  ) p
  group by p.seller_id having sum(p.amount) <> 0
union all
select 'tax of a purchase bill is the payment without money that settles it', 'transaction ' || t.transaction_id
  from transactions t left join tds_deductions d on d.withheld_as_id = t.transaction_id
  where t.purpose = 'withheld'
    and (d.amount, d.party_id, d.seller_id, d.cancelled_at is null)
      is distinct from (t.amount, t.receiver_id, t.giver_id, not t.is_cancelled)
union all
select 'tax that is paid to the government is what was withheld', 'transaction ' || t.transaction_id
  from transactions t
  where t.purpose = 'tds' and t.kind = 'Refund' and t.reverses_id is null
    and (select coalesce(sum(d.amount), 0) from tds_deductions d where d.paid_by_id = t.transaction_id)
      <> case
        when t.is_cancelled or exists (select 1 from transactions r where r.reverses_id = t.transaction_id) then 0
        else t.amount
      end
union all
select 'tax that a customer deducted is in its account', 'place ' || p.seller_id || ' party ' || p.party_id
  from (
    select e.seller_id, coalesce(kept.kept_id, e.party_id) as party_id, e.debit - e.credit as amount
    from ledger_entries e left join merged_clients kept on kept.client_id = e.party_id
    where e.account = 'tds receivable'
    union all select seller_id, party_id, - amount from tds_deductions where kind = 'deducted' and cancelled_at is null
  ) p
  group by p.seller_id, p.party_id having sum(p.amount) <> 0
union all
select 'what is set off is as much in the books of one place as in those of the other', 'settlement ' || o.set_off_id
  from set_offs o
  left join ledger_entries e
    on e.transaction_id in (o.first_transaction_id, o.second_transaction_id) and e.account = 'set off'
  group by o.set_off_id
  having coalesce(sum(e.debit - e.credit) filter (where e.transaction_id = o.first_transaction_id), 0)
      <> case when o.cancelled_at is null then o.amount else 0 end
    or coalesce(sum(e.debit - e.credit) filter (where e.transaction_id = o.second_transaction_id), 0)
      <> case when o.cancelled_at is null then o.amount else 0 end
union all
select 'what is set off has its settlement', 'transaction ' || t.transaction_id from transactions t
  where t.purpose = 'set off'
    and not exists (select 1 from set_offs o where t.transaction_id in (o.first_transaction_id, o.second_transaction_id))
union all
select 'a purchase bill is its lines and its GST, and owed until it is cancelled', 'purchase bill ' || b.purchase_bill_id
  from purchase_bill_facts b
  where b.total_amount - b.gst_amount
      <> (select coalesce(sum(l.amount), 0) from purchase_bill_lines l where l.purchase_bill_id = b.purchase_bill_id)
    or b.paid > b.total_amount or b.cancelled_at is not null and b.paid <> 0
    or exists (
      select 1 from purchase_bill_lines l
      where l.purchase_bill_id = b.purchase_bill_id and l.is_cancelled <> (b.cancelled_at is not null)
    )
    or (
      select coalesce(sum(e.credit - e.debit), 0) from ledger_entries e
      where e.purchase_bill_id = b.purchase_bill_id and e.account = 'party'
    ) <> case when b.cancelled_at is null then b.total_amount else 0 end
    or (
      select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e
      where e.purchase_bill_id = b.purchase_bill_id and e.account = 'gst paid'
    ) <> case when b.cancelled_at is null then b.gst_amount else 0 end
    -- what margins take from its lines is what the ledger has as cost
    or (
      select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e
      where e.purchase_bill_id = b.purchase_bill_id and e.account in ('purchases', 'expenses')
    ) <> (
      select coalesce(sum(l.amount), 0) from purchase_bill_lines l
      where l.purchase_bill_id = b.purchase_bill_id and not l.is_cancelled
    )
union all
select 'the work that a purchase bill charges is of its supplier and of who is charged', 'purchase bill line ' || l.purchase_bill_line_id
  from purchase_bill_lines l join purchase_bills b using (purchase_bill_id)
  join sale_products p using (sale_product_id) join sales s using (sale_id)
  where not l.is_cancelled and (s.seller_id <> b.supplier_id or s.buyer_id <> b.buyer_id)
union all
select 'what an invoice supplied is kept by rate as its sales have it', 'invoice ' || invoice_id
  from (
    select invoice_id, gst_rate, value, tax from invoice_supplies
    union all
    select sale.invoice_id, case when supply.is_taxed then supply.gst_rate end, supply.tax - supply.amount, - supply.tax
    from sale_supplies supply join sales sale using (sale_id)
    where sale.invoice_id in (select kept.invoice_id from invoice_supplies kept)
      or sale.invoice_id in (
        select taxed.invoice_id from sale_products line join sales taxed using (sale_id)
        where line.gst_rate is not null and line.status_id <> 100
      )
  ) rows group by invoice_id, gst_rate having sum(value) <> 0 or sum(tax) <> 0
union all
select 'the GST of an invoice and a credit note in the ledger is what is kept of it', 'invoice ' || invoice_id
  from (
    select entry.invoice_id, entry.credit_note_id, coalesce(place.kept_id, entry.seller_id) as seller_id, entry.credit - entry.debit as tax
    from ledger_entries entry left join merged_clients place on place.client_id = entry.seller_id
    where entry.account = 'gst payable' and entry.invoice_id is not null
    union all
    select kept.invoice_id, kept.credit_note_id, coalesce(place.kept_id, kept.seller_id), - kept.tax
    from invoice_supplies kept left join merged_clients place on place.client_id = kept.seller_id
  ) rows group by invoice_id, credit_note_id, seller_id having sum(tax) <> 0
union all
select 'the supplies of a sale come to its net', 'sale ' || supply.sale_id
  from sale_supplies supply join sales sale using (sale_id)
  group by supply.sale_id, sale.net_amount, sale.gross_amount, sale.discount
  having sum(supply.amount) <> sale.net_amount and sale.gross_amount > sale.discount
union all
select 'the sums of the ledger are those of its entries', 'place ' || seller_id || ' ' || account || ' ' || month
  from (
    select seller_id, account, bank_account_id, ledger_account_id, month, debit, credit from ledger_sums
    union all
    select seller_id, account, coalesce(bank_account_id, 0), coalesce(ledger_account_id, 0),
      date_trunc('month', entry_date, 'UTC'), - debit, - credit
    from ledger_entries where ledger_entry_id <= (select up_to from ledger_summed)
  ) rows group by seller_id, account, bank_account_id, ledger_account_id, month having sum(debit) <> 0 or sum(credit) <> 0
union all
select 'the sums of parties are those of the entries of the ledger', 'party ' || party_id || ' at ' || seller_id
  from (
    select party_id, seller_id, owed from party_sums
    union all
    select party_id, seller_id, credit - debit from ledger_entries
    where account = 'party' and referral_id is null and ledger_entry_id <= (select parties_up_to from ledger_summed)
  ) rows group by party_id, seller_id having sum(owed) <> 0
union all
select 'a party with a balance at more than one place is told as such', 'party ' || party_id
  from party_sums group by party_id having bool_or(is_shared) <> (count(*) filter (where owed <> 0) > 1)
    or bool_and(is_shared) <> bool_or(is_shared)
union all
select 'the sums of places are what their sales and payments come to', 'place ' || place_id || ' at ' || stretch
  from place_sums kept
  full join place_sums_between('-infinity', (select up_to from place_summed)) rows using (place_id, stretch)
  where kept is distinct from rows
    and (place_id, stretch) not in (select changed.place_id, changed.stretch from place_changes changed)
union all
select 'what a place is owed in all is the sum of its sums', 'place ' || place_id
  from (select place_id, owed from place_owed union all select place_id, - owed from place_sums) rows
  group by place_id having sum(owed) <> 0
union all
select 'what a buyer owed at a moment, by age, was the balance in the ledger', 'party ' || p.party_id || ' at ' || p.seller_id
  from (values (now()), (now() - interval '3 days'), (now() - interval '30 days')) day (moment)
  cross join lateral (
    select party_id, seller_id, sum(amount) as amount from (
      select party_id, seller_id, owed as amount from dues_as_of(array(select client_id from clients), day.moment)
      union all
      select coalesce(buyer.kept_id, e.party_id), coalesce(place.kept_id, e.seller_id), e.credit - e.debit
      from ledger_entries e left join merged_clients buyer on buyer.client_id = e.party_id
        left join merged_clients place on place.client_id = e.seller_id
        join clients c on c.client_id = e.party_id and c.client_type_id in (10, 12, 13, 16)
      where e.account = 'party' and e.referral_id is null and e.entry_date <= day.moment
    ) rows group by party_id, seller_id) p
  where p.amount <> 0
union all
select 'a transaction is posted to the ledger, and a cheque only once it has cleared', 'transaction ' || t.transaction_id from transactions t
  left join (select e.transaction_id, sum(e.debit - e.credit) as total from ledger_entries e where e.account = 'money' group by e.transaction_id) e using (transaction_id)
  where coalesce(e.total, 0) <> case
      when not t.counts or t.payment_mode_id in (47, 48, 49) then 0
      when t.kind = 'Refund' then -t.amount
      else t.amount
    end
union all
select 'paid of the sales is what was paid on their invoice', 'invoice ' || i.invoice_id from invoices i
  where not i.is_cancelled and (select coalesce(sum(s.paid), 0) from sales s where s.invoice_id = i.invoice_id) > i.paid
union all
select 'a sale without invoice has no receipt', 'sale ' || s.sale_id from sales s where s.invoice_id is null and s.paid <> 0
union all
select 'net of an invoice is the sum of its sales', 'invoice ' || i.invoice_id from invoices i
  where not i.is_cancelled and i.net_amount <> (select coalesce(sum(s.net_amount), 0) from sales s where s.invoice_id = i.invoice_id)
union all
select 'an invoice and its sales have one seller and one buyer', 'sale ' || s.sale_id from sales s join invoices i on i.invoice_id = s.invoice_id
  where not i.is_cancelled and (s.seller_id <> i.seller_id or s.buyer_id <> i.buyer_id)
union all
select 'debits equal credits in each posting', 'posting ' || e.posting_id from ledger_entries e group by e.posting_id having sum(e.debit) <> sum(e.credit) or count(*) <> 2
union all
select 'the books of each place add up to zero', 'place ' || e.seller_id from ledger_entries e
  group by e.seller_id having sum(e.debit) <> sum(e.credit)
union all
select 'the balance in the ledger is that of the invoice and its transactions', 'invoice ' || i.invoice_id from invoices i
  where (select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e where e.invoice_id = i.invoice_id and e.account = 'party') <> case when i.is_cancelled then 0 else i.net_amount end - i.paid
union all
select 'invoice numbers run 1 to n for a seller and year', n.prefix from (
    select
      regexp_replace(invoice_no, '/[^/]+$', '') as prefix,
      -- what is no number breaks this invariant, and must not keep the others from being asked
      case
        when split_part(invoice_no, '/', 3) ~ '^([A-Z][0-9]|[0-9])[0-9]*$'
        then number_of_series(split_part(invoice_no, '/', 3))
      end as number
    from invoices) n
  group by n.prefix having count(*) <> count(n.number) or count(*) <> max(n.number) or min(n.number) <> 1
union all
select 'a number has sixteen characters at most', 'invoice ' || i.invoice_id from invoices i where length(i.invoice_no) > 16
union all
select 'a takeover is of a closed batch, once, of the amount that its taker counted', 'batch ' || b.batch_id from tran_batches b
  where (b.taken_over_by_id is null) <> not exists (select 1 from batch_transfers x where x.from_batch_id = b.batch_id)
      and exists (select 1 from jsonb_array_elements(coalesce(b.received, '[]')) c where (c ->> 'Amount')::numeric <> 0)
    or b.taken_over_by_id is not null and (b.confirmed_at is null or b.taken_over_by_id = b.owner_id
      or (select coalesce(sum(x.amount), 0) from batch_transfers x where x.from_batch_id = b.batch_id)
        <> (select coalesce(sum((c ->> 'Amount')::numeric), 0) from jsonb_array_elements(coalesce(b.received, '[]')) c))
union all
-- what was handed over, or counted until then, is what the batch should have held and what was posted as over or short
select 'what a batch is over or short is posted once it is closed', 'batch ' || b.batch_id from tran_batches b
  join batch_sums s using (batch_id)
  where (select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e where e.batch_id = b.batch_id and e.account = 'money')
    <> case when b.confirmed_at is null or b.counted is null then 0 else coalesce(s.received, s.counted, 0) - s.expected end
union all
select 'what went into a drawer is what it should hold, and one that was taken over holds nothing',
    'batch ' || m.batch_id || ' mode ' || m.payment_mode_id
  from drawer_moves m join tran_batches b on b.batch_id = m.batch_id
  left join batch_amounts held on held.batch_id = m.batch_id and held.mode = m.payment_mode_id
  group by m.batch_id, m.payment_mode_id, b.taken_over_at, b.counted, held.amount
  having coalesce(sum(m.amount) filter (where m.kind not in ('handed over', 'over and short')), 0) <> coalesce(held.amount, 0)
    or b.taken_over_at is not null and b.counted is not null and sum(m.amount) <> 0
union all
select 'a difference that was confirmed was confirmed by another person', 'batch ' || b.batch_id from tran_batches b
  where b.confirmed_by_id = b.owner_id
union all
select 'a deposit is in the ledger from the hands of the network to its bank account', 'batch out ' || o.batch_out_id
  from batch_outs o
  left join ledger_entries e on e.batch_out_id = o.batch_out_id and e.account = 'money'
  where o.kind = 'Deposit'
  group by o.batch_out_id
  having coalesce(sum(e.debit - e.credit), 0) <> 0
    or coalesce(sum(e.debit - e.credit) filter (where e.bank_account_id = o.bank_account_id), 0)
      <> case when o.cancelled_at is null then o.amount else 0 end
union all
select 'a float that was accepted went from its batch into one of its taker', 'float offer ' || f.float_offer_id from float_offers f
  join batch_outs o using (batch_out_id)
  join tran_batches b on b.batch_id = o.to_batch_id
  where o.kind <> 'Float' or o.amount <> f.amount or o.batch_id <> f.batch_id or b.owner_id <> f.taker_id or o.cancelled_at is not null
union all
select 'petty cash is an expense in the ledger, or in the own account that it names', 'batch out ' || o.batch_out_id
  from batch_outs o
  left join ledger_entries e on e.batch_out_id = o.batch_out_id
    and e.account = case when o.ledger_account_id is null then 'expenses' else 'own' end
    and e.ledger_account_id is not distinct from o.ledger_account_id
  where o.kind = 'Paid out'
  group by o.batch_out_id
  having coalesce(sum(e.debit - e.credit), 0) <> case when o.cancelled_at is null then o.amount else 0 end
union all
select 'a reversal of cash out is the opposite of one that counts', 'batch out ' || r.batch_out_id from batch_outs r
  join batch_outs o on o.batch_out_id = r.reverses_id
  where r.amount <> - o.amount or r.kind <> o.kind or o.cancelled_at is not null or r.cancelled_at is not null
    or o.reverses_id is not null or r.bank_account_id is distinct from o.bank_account_id
union all
select 'no drawer has less than nothing by what left it', 'batch ' || o.batch_id from batch_outs o
  join tran_batches b using (batch_id)
  join batch_amounts m on m.batch_id = b.batch_id and m.mode = 40
  where b.close_date is null and m.amount < 0 and o.cancelled_at is null and o.reverses_id is null
    and not exists (select 1 from transactions t where t.batch_id = b.batch_id and t.reverses_id is not null)
union all
select 'the money of the ledger is in drawers, on the way and at the bank', 'difference of ' || (l.amount - w.amount)
  from (select coalesce(sum(debit - credit), 0) as amount from ledger_entries where account = 'money') l
  cross join (select coalesce(sum(amount), 0) as amount from money_whereabouts) w
  where l.amount <> w.amount
union all
select 'a bank account has its opening balance, its deposits and what is matched, less fees', 'bank account ' || b.bank_account_id
  from bank_accounts b
  where (select coalesce(sum(e.debit - e.credit), 0) from ledger_entries e where e.bank_account_id = b.bank_account_id)
    <> b.opening_balance
      + (select coalesce(sum(o.amount), 0) from batch_outs o where o.bank_account_id = b.bank_account_id and o.cancelled_at is null)
      + (
        select coalesce(sum(i.amount), 0)
        from bank_match_items i
        join bank_matches m using (bank_match_id)
        where m.bank_account_id = b.bank_account_id and m.bank_line_id is not null and m.undone_at is null
          and i.transaction_id is not null
      )
      - (select coalesce(sum(m.fee), 0) from bank_matches m where m.bank_account_id = b.bank_account_id and m.undone_at is null)
union all
select 'what a line of a bank is matched with, less the fee, is its amount', 'bank line ' || m.bank_line_id from bank_matches m
  join bank_lines l using (bank_line_id)
  where m.undone_at is null
    and (
      l.bank_account_id <> m.bank_account_id
      or l.amount <> (select coalesce(sum(i.amount), 0) from bank_match_items i where i.bank_match_id = m.bank_match_id) - m.fee
    )
union all
select 'a line of a bank that names an own account is posted to it whole', 'bank line ' || m.bank_line_id from bank_matches m
  join bank_lines l using (bank_line_id)
  where m.ledger_account_id is not null
    and (
      exists (select 1 from bank_match_items i where i.bank_match_id = m.bank_match_id)
      or (
        select coalesce(sum(e.credit - e.debit), 0) from ledger_entries e
        where e.bank_match_id = m.bank_match_id and e.ledger_account_id = m.ledger_account_id
      ) <> case when m.undone_at is null then l.amount else 0 end
    )
union all
select 'what of a receipt is at a bank is the sum of its matches', 'transaction ' || t.transaction_id
  from transactions t
  left join bank_match_items i using (transaction_id)
  left join bank_matches m on m.bank_match_id = i.bank_match_id and m.undone_at is null
  where t.banked <> 0 or i.transaction_id is not null
  group by t.transaction_id
  having t.banked <> coalesce(sum(i.amount) filter (where m.bank_match_id is not null), 0)
union all
select 'a deposit that counts is matched once, at its bank account', 'batch out ' || i.batch_out_id from bank_match_items i
  join bank_matches m using (bank_match_id)
  join batch_outs o using (batch_out_id)
  where m.undone_at is null
  group by i.batch_out_id
  having count(*) <> 1 or bool_or(o.bank_account_id <> m.bank_account_id or o.cancelled_at is not null or o.amount <> i.amount
    or exists (select 1 from batch_outs r where r.reverses_id = o.batch_out_id))
union all
select 'the lines of a bank account follow from one another', 'bank line ' || l.bank_line_id from (
    select b.*, lag(b.balance) over (partition by b.bank_account_id order by b.line_no) as before from bank_lines b) l
  where l.balance <> l.amount + coalesce(
    l.before,
    (select a.opening_balance from bank_accounts a where a.bank_account_id = l.bank_account_id)
  )
union all
select 'a line of a referral that is open is live, of its seller and its referrer', 'line ' || x.sale_product_id from referral_lines x
  join referrals r using (referral_id) join sale_products l using (sale_product_id) join sales s using (sale_id)
  where r.status_id = 110
    and (s.seller_id <> r.seller_id or s.referrer_id is distinct from r.referrer_id or s.status_id = 90 or l.status_id = 100)
union all
select 'a referral that is open or pending has lines, and one that is closed comes to nothing',
    'referral ' || r.referral_id
  from referrals r
  where r.status_id in (110, 111) and not exists (select 1 from referral_lines x where x.referral_id = r.referral_id)
    and not exists (select 1 from referral_clawbacks c where c.referral_id = r.referral_id)
    or r.status_id = 119 and (select total.amount from referral_totals total where total.referral_id = r.referral_id) <> 0
union all
select 'commission is owed once, for what is delivered, to the sum of its lines less what is taken back on it',
    'referral ' || r.referral_id
  from referrals r
  join referral_totals total using (referral_id)
  where (select coalesce(sum(e.credit - e.debit), 0) from ledger_entries e where e.referral_id = r.referral_id and e.account = 'party')
    <> case when r.status_id in (114, 118) then total.amount else 0 end
union all
select 'a paid referral has the payment to its referrer, which counts, or earlier ones', 'referral ' || r.referral_id from referrals r
  left join transactions t on t.transaction_id = r.paid_by_id
  where r.paid_by_id is not null
    and (
      r.status_id <> 118
      or t.is_cancelled
      or t.kind <> 'Refund'
      or t.giver_id <> r.seller_id
      or t.receiver_id <> r.referrer_id
      or exists (select 1 from transactions opposite where opposite.reverses_id = t.transaction_id)
    )
union all
select 'a payout is no more than its referrals come to', 'transaction ' || r.paid_by_id from referrals r
  join referral_totals total using (referral_id)
  join transactions t on t.transaction_id = r.paid_by_id
  group by r.paid_by_id, t.amount having t.amount > sum(total.amount)
union all
select 'commission is frozen from ready on, and before it follows the sale', 'line ' || x.sale_product_id
  from referral_lines x
  join referrals r using (referral_id)
  where (x.frozen_commission is null) <> (r.status_id in (110, 111))
union all
select 'commission of a sale that was cancelled, or is worth less, is taken back', 'line ' || w.sale_product_id from referral_line_worths w
  where w.worth <> w.frozen_commission + w.taken_back
union all
select 'a reversal is the opposite of one transaction that was recorded', 'transaction ' || t.transaction_id
  from transactions t
  join transactions o on o.transaction_id = t.reverses_id
  where t.amount <> o.amount
    or t.payment_mode_id <> o.payment_mode_id
    or t.kind = o.kind
    or t.is_cancelled
    or o.is_cancelled
    or o.reverses_id is not null
    or t.giver_id <> o.receiver_id
    or t.receiver_id <> o.giver_id
union all
-- whatever the order of the commits: money that came or went after the closing would differ from what was expected at it
select 'a closed batch holds what was expected when it was closed', 'batch ' || b.batch_id || ' mode ' || coalesce(c.mode, m.mode)
  from (
    select x.batch_id, (c ->> 'PaymentModeId')::int as mode, (c ->> 'Expected')::numeric as expected
    from tran_batches x
    cross join jsonb_array_elements(x.counted) c
  ) c
  full join (
    select m.* from batch_amounts m
    join tran_batches x on x.batch_id = m.batch_id and x.counted is not null
  ) m on m.batch_id = c.batch_id and m.mode = c.mode
  join tran_batches b on b.batch_id = coalesce(c.batch_id, m.batch_id)
  where coalesce(c.expected, 0) <> coalesce(m.amount, 0)
union all
select 'one open batch for an owner', 'user ' || b.owner_id from tran_batches b where b.close_date is null group by b.owner_id having count(*) > 1
union all
select 'accession numbers are unique and only accessioned sales have a date', 'sale ' || s.sale_id from sales s where s.accession_date is not null and s.status_id < 95 and s.status_id <> 90
union all
select 'a cancelled sale has no live line', 'sale ' || s.sale_id from sales s where s.status_id = 90 and exists (select 1 from sale_products l where l.sale_id = s.sale_id and l.status_id <> 100)
union all
select 'a live line between labs has a price, or is on the list of those to be priced', 'line ' || l.sale_product_id
  from sale_products l
  join sales s using (sale_id)
  where s.base_sale_id is not null and s.status_id <> 90 and l.status_id <> 100 and l.price is null
    and not exists (select 1 from lines_to_be_priced waiting where waiting.sale_product_id = l.sale_product_id)
union all
select 'a line that is to be priced has no price', 'line ' || l.sale_product_id from lines_to_be_priced waiting
  join sale_products l using (sale_product_id)
  where l.price is not null
union all
select 'a derived sale is priced, has the patient of its base and another seller', 'sale ' || d.sale_id from sales d join sales s on s.sale_id = d.base_sale_id where d.patient_id <> s.patient_id or d.seller_id = s.seller_id
union all
-- a sample that no line waits for any longer is left where it is
select 'a sample that a live line waits for has an element', 'sample ' || t.sample_id from samples t
  where exists (
    select 1 from sale_product_samples x join sale_products l on l.sale_product_id = x.sale_product_id
    where x.sample_id = t.sample_id and l.status_id <> 100)
    and not exists (select 1 from sample_elements e where e.sample_id = t.sample_id) and not exists (select 1 from samples n where n.replaces_sample_id = t.sample_id)
union all
select 'a sample travels from its seller to its performing lab, and is at one party of its route', 'sample ' || t.sample_id from samples t join sales s on s.sale_id = t.sale_id
  where cardinality(t.route) > 0 and (t.route[cardinality(t.route)] <> t.performing_lab_id or not t.owner_id = any (t.route))
union all
select 'a sample in an open shipment is at the consignor and goes to the consignee', 'sample ' || t.sample_id from samples t
  join shipment_samples x on x.sample_id = t.sample_id and x.status_id in (117, 120) join shipments h on h.shipment_id = x.shipment_id
  where t.owner_id <> h.consignor_id or h.status_id in (143, 144, 145, 146)
union all
select 'a shipment is dispatched when all its samples are in transit, and received when none is', 'shipment ' || h.shipment_id from shipments h
  join shipment_samples x on x.shipment_id = h.shipment_id
  where (h.dispatch_date is null) <> (h.status_id in (140, 146)) or (h.dispatch_date is null and x.status_id <> 117) or (h.dispatch_date is not null and x.status_id = 117)
    or (h.status_id in (143, 144, 145) and x.status_id = 120)
union all
select 'a work item and its tube belong to one sale and one element', 'work item ' || w.work_item_id from work_items w join sample_elements e on e.sample_element_id = w.sample_element_id join samples t on t.sample_id = e.sample_id
  where t.sale_id <> w.sale_id or e.element_id <> w.element_id
union all
select 'an element has one work item for a sale and lab', 'sale ' || w.sale_id || ' element ' || w.element_id from work_items w join sample_elements e on e.sample_element_id = w.sample_element_id join samples t on t.sample_id = e.sample_id
  where w.status_id <> 157 group by w.sale_id, w.element_id, w.lab_id, t.time_point having count(*) > 1
union all
select 'a sample is on one open shipment at most', 'sample ' || x.sample_id from shipment_samples x join shipments h on h.shipment_id = x.shipment_id where x.status_id in (117, 120) group by x.sample_id having count(*) > 1
union all
select 'a sample has the status of its line in the open shipment', 'sample ' || t.sample_id from samples t left join shipment_samples x on x.sample_id = t.sample_id and x.status_id in (117, 120)
  where (t.status_id in (117, 120) or x.sample_id is not null) and t.status_id is distinct from x.status_id
union all
-- a calculated element needs no tube
select 'no work item waits for a rejected tube', 'work item ' || w.work_item_id from work_items w join sample_elements e on e.sample_element_id = w.sample_element_id join samples t on t.sample_id = e.sample_id
  join elements element on element.element_id = w.element_id
  where w.status_id in (150, 155) and t.status_id in (122, 123, 124) and element.formula is null
union all
select 'the result that counts is the newest of its work item', 'work item ' || w.work_item_id from work_items w
  join results r on r.result_id = w.result_id
  -- joined, not looked up for each: all results are read once
  left join results x
    on x.work_item_id = w.work_item_id and x.withdrawn_at is null and x.result_id is distinct from w.amended_result_id
  group by w.work_item_id, r.work_item_id, r.version
  having r.work_item_id <> w.work_item_id or r.version <> max(x.version)
union all
select 'only a released result is amended', 'work item ' || w.work_item_id from work_items w where w.amended_result_id is not null and w.status_id not in (154, 159)
union all
select 'an approved or released work item has a result with its approver', 'work item ' || w.work_item_id from work_items w left join results r on r.result_id = w.result_id
  where w.status_id in (153, 154, 159) and (r.result_id is null or r.approved_by_id is null or r.approved_at is null)
union all
select 'an approved or released value that differs, or that its limits did not judge, was reviewed', 'result ' || r.result_id from results r
  join work_items w on w.result_id = r.result_id
  where w.status_id in (153, 154) and (r.is_delta or r.review_needed or r.flag in ('LL', 'HH', 'AA')) and r.reviewed_at is null
union all
select 'a released value of a rejected tube was kept by a signatory', 'work item ' || w.work_item_id from work_items w
  join results r on r.result_id = w.result_id join sample_elements e on e.sample_element_id = w.sample_element_id
  join samples t on t.sample_id = e.sample_id
  where w.status_id in (153, 154, 159) and r.result is not null and r.source is distinct from 'formula' and t.status_id = 122
    and 'rejected:' || t.sample_id <> all (w.tube_kept_for)
union all
-- one that was measured before it came so, elsewhere, was not held by it
select 'a released value of a tube that its box did not list was kept by a signatory', 'work item ' || w.work_item_id from work_items w
  join results r on r.result_id = w.result_id join sample_elements e on e.sample_element_id = w.sample_element_id
  join shipment_samples x on x.sample_id = e.sample_id and x.came_in_id is not null
  where w.status_id in (153, 154, 159) and r.result is not null and r.source is distinct from 'formula'
    and r.measured_at >= x.collection_date
    and 'toomany:' || x.came_in_id <> all (w.tube_kept_for)
union all
select 'a released result is of an accessioned sale', 'work item ' || w.work_item_id
from work_items w join sales s on s.sale_id = w.sale_id
where w.status_id in (154, 159) and s.status_id <> 90 and (s.accession_date is null or s.status_id < 95)
union all
select 'no value is released that is calculated from one with an amendment that waits', 'work item ' || w.work_item_id
from work_items i
  join results waiting on waiting.result_id = i.amended_result_id
  join work_items w on w.sale_id = i.sale_id and w.status_id in (154, 159)
  join elements e on e.element_id = w.element_id and e.formula ~ ('\{\s*' || i.element_id || '\s*\}')
  join results r on r.result_id = w.result_id
-- said by itself, too: hardly any has one, and where the planner does not see that it reads each item of each sale
where i.amended_result_id is not null
  and r.result is not null
  and r.released_at > waiting.entered_at
  -- of an element at two labs it is not said here which one counts
  and not exists (
    select 1 from work_items o
    where o.sale_id = i.sale_id and o.element_id = i.element_id and o.work_item_id <> i.work_item_id
  )
union all
-- since this is kept
select 'a collected tube has who drew it', 'sample ' || t.sample_id from samples t
where t.collection_date is not null
  and t.collected_by_id is null
  and t.created_at > (select m.applied_at from migrations m where m.name = '0226_who_draws.sql')
union all
select 'no tube is received before it was drawn', 'sample ' || t.sample_id from samples t
where t.received_date < t.collection_date
  and t.created_at > (select m.applied_at from migrations m where m.name = '0226_who_draws.sql')
union all
-- as it is said of the newest reports of a month
select 'a previous result was in force when the report with it was issued', 'report ' || p.report_id
from (
  select report.report_id, report.created_at, report.sale_id, s.patient_id, own.element_id,
    printed ->> 'Element' as element, printed ->> 'PreviousResult' as result
  from reports report
    join sales s on s.sale_id = report.sale_id
    cross join lateral json_array_elements(report.content -> 'Departments') department
    cross join lateral json_array_elements(department -> 'Tests') test
    cross join lateral json_array_elements(test -> 'Rows') printed
    join work_items own on own.sale_id = report.sale_id
    join elements e on e.element_id = own.element_id and e.name = printed ->> 'Element'
  where report.superseded_at is null
    and report.created_at > now() - interval '31 days'
    and report.created_at > (select m.applied_at from migrations m where m.name = '0243_judged_anew.sql')
    and printed ->> 'PreviousResult' is not null
) p
-- by the first word, so that each is looked up and not compared with all values of the patient
left join (
  select r.result_id, r.work_item_id, r.version, r.result, r.released_at, w.sale_id, w.element_id, other.patient_id
  from results r
    join work_items w on w.work_item_id = r.work_item_id
    join sales other on other.sale_id = w.sale_id
) r on r.patient_id = p.patient_id and r.element_id = p.element_id and r.sale_id <> p.sale_id
  and split_part(r.result, ' ', 1) = split_part(p.result, ' ', 1)
  and (p.result = r.result or starts_with(p.result, r.result || ' '))
  and r.released_at <= p.created_at
  and not exists (
    select 1 from results later
    where later.work_item_id = r.work_item_id and later.version > r.version and later.released_at <= p.created_at
  )
-- of two elements with one name, that of either
group by p.report_id, p.element, p.result
having count(r.result_id) = 0
union all
-- an unlocked sale's is left to its signatories
select 'no report in force prints a previous result that was withdrawn since', 'report ' || report.report_id
from reports report
  join sales s on s.sale_id = report.sale_id and s.status_id <> 90 and s.accession_date is not null
  cross join lateral json_array_elements(report.content -> 'Departments') department
  cross join lateral json_array_elements(department -> 'Tests') test
  cross join lateral json_array_elements(test -> 'Rows') printed
  join work_items w on w.work_item_id = (printed ->> 'PreviousItem')::integer
  join results r on r.result_id = w.result_id and r.result is null and r.released_at > report.created_at
where report.superseded_at is null
  and printed ->> 'PreviousResult' is not null
  and r.released_at > (select m.applied_at from migrations m where m.name = '0300_open_by_buyer.sql')
union all
select 'a released result has the hash of its values', 'result ' || r.result_id from results r join work_items w on w.result_id = r.result_id
  where w.status_id in (154, 159) and (r.released_at is null or r.hash is distinct from sha256(convert_to(concat_ws('|',
    r.result_id, r.work_item_id, r.version, 'result ' || r.result, 'unit ' || r.unit_of_measure, 'flag ' || r.flag,
    'low ' || r.low_value, 'high ' || r.high_value, 'approved by ' || r.approved_by_id, 'source ' || r.source,
    'instrument ' || r.lab_instrument_id, 'method ' || r.method), 'utf8')))
union all
select 'a flagged result has the interval, or the critical bound alone, it was judged by', 'result ' || r.result_id
from results r
where r.flag in ('L', 'H', 'LL', 'HH')
  and r.element_measurement_id is null
  and case r.flag when 'LL' then r.critically_low_value is null when 'HH' then r.critically_high_value is null else true end
union all
select 'a result that was judged by the week of a pregnancy keeps the week, within its interval', 'result ' || r.result_id
from results r
join element_measurements m on m.element_measurement_id = r.element_measurement_id
where (coalesce(m.min_weeks, m.max_weeks) is not null) <> (r.pregnancy_weeks is not null)
  or r.pregnancy_weeks < m.min_weeks
  or r.pregnancy_weeks > m.max_weeks
union all
select 'a result is not approved by the user who entered it where two sign', 'result ' || r.result_id from results r join work_items w on w.result_id = r.result_id join elements e on e.element_id = w.element_id
  where w.status_id in (153, 154, 159) and r.entered_by_id = r.approved_by_id and r.not_calculated is null and e.formula is null
    -- who cancels a sale withdraws its report at once
    and not (r.is_withdrawal and exists (select 1 from sales s where s.sale_id = w.sale_id and s.report_on_cancel = 'withdraw'))
    -- two sign at each lab with a second signatory of the department; an outside lab without users has those of the lab
    -- that sent the tube
    and exists (
      select 1 from users other join user_roles held on held.user_id = other.user_id join user_entities place on place.user_id = other.user_id
      where other.is_active and other.user_id <> r.approved_by_id and held.role_id = 3 and place.client_id = coalesce(w.keeper_id, w.lab_id)
        and not exists (select 1 from signatories_outside o where o.user_id = other.user_id and o.department_id = w.department_id)
    )
union all
select 'a result approved by a rule is of its lab and element, inside its interval, and approved by the user who switched the rule on', 'result ' || r.result_id from results r
  join work_items w on w.work_item_id = r.work_item_id join verification_rules rule on rule.verification_rule_id = r.verification_rule_id
  where rule.lab_id <> w.lab_id or rule.element_id <> w.element_id or rule.switched_by_id is null or r.flag is distinct from 'N' or r.is_delta
    or r.approved_by_id is null or r.source = 'outside lab'
union all
select 'an approved or released result has a value, the reason why it cannot be calculated, or is withdrawn', 'result ' || r.result_id from results r join work_items w on w.result_id = r.result_id
  where w.status_id in (153, 154, 159) and r.result is null and r.not_calculated is null and not r.is_withdrawal
union all
select 'a withdrawn result has no value and a reason, and is amended', 'result ' || r.result_id from results r join work_items w on w.result_id = r.result_id
  where r.is_withdrawal and (w.status_id <> 159 or r.result is not null or r.not_calculated is not null or r.flag is not null or r.remarks is null)
union all
select 'a report whose sale was cancelled with it has no result in force', 'work item ' || w.work_item_id from sales s join work_items w on w.sale_id = s.sale_id
  join results r on r.result_id = w.result_id
  where s.report_on_cancel = 'withdraw' and w.status_id in (154, 159) and not r.is_withdrawal
union all
select 'a live line does not wait for dropped work', 'work item ' || w.work_item_id from work_items w join sale_product_elements x on x.sample_element_id = w.sample_element_id
  join sale_products l on l.sale_product_id = x.sale_product_id and l.status_id <> 100
  where w.status_id = 157 and w.reason_id is null and w.result_id is null
union all
select 'a work item on hold has a reason', 'work item ' || w.work_item_id from work_items w where w.status_id = 156 and w.reason_id is null
union all
select 'a result of an outside lab without users has its report attached', 'work item ' || w.work_item_id from work_items w
  join results r on r.result_id = w.result_id
  where w.keeper_id is not null and r.result is not null
    and not exists (select 1 from kept_files f where f.module_id = 'testresults' and f.form_id = w.sale_id and f.kind = 'outside')
union all
select 'a referred-out work item has another keeper and has left that lab', 'work item ' || w.work_item_id from work_items w
  join sample_elements e on e.sample_element_id = w.sample_element_id join samples t on t.sample_id = e.sample_id
  where w.status_id = 158 and (w.keeper_id is null or w.keeper_id = w.lab_id or w.result_id is not null
    or not exists (select 1 from shipment_samples x join shipments h on h.shipment_id = x.shipment_id where x.sample_id = t.sample_id and h.dispatch_date is not null))
union all
select 'a recollected tube is of the same sale, specimen and time point', 'sample ' || n.sample_id from samples n join samples t on t.sample_id = n.replaces_sample_id
  where n.sale_id <> t.sale_id or n.specimen_id <> t.specimen_id or n.time_point is distinct from t.time_point
union all
select 'runs and versions of a result go up together', 'work item ' || r.work_item_id from results r
  where r.version < 1 or r.run < 1 or r.run > r.version
union all
select 'versions of a report run 1 to n, and all but the last are superseded', 'report ' || p.report_no from reports p
  group by p.report_no having count(*) <> max(p.version) or min(p.version) <> 1 or count(*) filter (where p.superseded_at is null) <> 1
    or max(p.version) filter (where p.superseded_at is null) <> max(p.version)
union all
select 'a sale has one current report', 'sale ' || p.sale_id from reports p where p.superseded_at is null group by p.sale_id having count(*) > 1
union all
select 'a report has the hash of its content', 'report ' || p.report_id from reports p where p.hash <> encode(sha256(convert_to(p.content::text, 'utf8')), 'hex')
union all
select 'versions of an issued paper run 1 to n', p.kind || ' ' || p.document_id from issued_papers p
  group by p.kind, p.document_id having count(*) <> max(p.version) or min(p.version) <> 1
union all
select 'a buyer is reminded once in seven days', 'letter ' || b.invoice_letter_id
  from invoice_letters a
  join invoice_letters b using (buyer_id, seller_id, kind)
  where a.kind = 'reminder' and a.state <> 'dropped' and b.state <> 'dropped' and a.invoice_letter_id < b.invoice_letter_id
    and network_day(b.created_at) - network_day(a.created_at) < 7
union all
select 'an issued paper has the hash of its bytes', p.kind || ' ' || p.document_id
  from issued_papers p
  where p.hash <> encode(sha256(p.content), 'hex')
union all
select 'a record that was changed has its entry in the audit', 'sale ' || s.sale_id from sales s where s.created_by is not null and not exists (select 1 from audit a where a.module_id = 'sales' and a.form_id = s.sale_id)
union all
-- never oneself, once, and as it was asked for
select 'a request that is done was agreed to by another person in a role that may, and is in the history once', 'request ' || q.request_id
  from requests q
  where q.state = 'done' and (
    q.decided_by_id is null or q.decided_by_id = q.asked_by_id
    or (select count(*) from audit a where a.module_id = 'requests' and a.form_id = q.request_id and a.action = 'approve') <> 1)
union all
select 'a request that waits is about a record that is there', 'request ' || q.request_id from requests q
  where q.state = 'waiting' and q.module_id = 'sales' and q.form_id is not null
    and not exists (select 1 from sales s where s.sale_id = q.form_id)
union all
select 'a line is promised with its latest element', 'line ' || l.sale_product_id from sale_products l
  where l.promised_at is distinct from (
    select max(placed.promised_at)
    from sale_product_elements wanted join sample_elements placed on placed.sample_element_id = wanted.sample_element_id
    where wanted.sale_product_id = l.sale_product_id
  )
union all
select 'a sale is promised with its latest line', 'sale ' || s.sale_id from sales s
  where s.base_sale_id is null and s.status_id <> 90 and s.promised_at is distinct from (
    select max(l.promised_at) from sale_products l where l.sale_id = s.sale_id and l.status_id <> 100
  )
union all
select 'a reported sale keeps the first release of its work', 'sale ' || kept.sale_id || ', department ' || kept.department_id
  from sale_turnarounds kept
  join sales s on s.sale_id = kept.sale_id and s.status_id = 99
  cross join lateral (
    select max(out.released_at) as released_at
    from work_item_facts work
    join elements element on element.element_id = work.element_id and element.print_on_report
    left join lateral (
      select min(issued.released_at) as released_at from results issued where issued.work_item_id = work.work_item_id
    ) out on true
    where work.sale_id = kept.sale_id and work.bench_id = kept.bench_id and work.department_id = kept.department_id
      and work.status_id <> 157 and not work.is_not_calculable
  ) is_so
  where kept.released_at is distinct from is_so.released_at
union all
select 'no money is stored in floating point', c.table_name || '.' || c.column_name from information_schema.columns c
  where c.table_schema = 'public' and c.data_type in ('real', 'double precision') and c.column_name ~ '(amount|price|discount|commission|paid|debit|credit|balance|limit|total)'
