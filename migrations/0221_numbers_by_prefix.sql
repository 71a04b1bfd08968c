-- Invoices and credit notes are numbered from 1 under each prefix: a seller that takes another prefix begins anew, and
-- one that takes an earlier one of its own continues there.
insert into counters (name, value)
select 'invoice:' || split_part(invoice_no, '/', 1) || '/' || split_part(invoice_no, '/', 2),
  max(number_of_series(split_part(invoice_no, '/', 3)))
from invoices
where invoice_no ~ '^[A-Z]{3}/[0-9-]+/([A-Z][0-9]|[0-9])[0-9]*$'
group by 1
on conflict (name) do update set value = excluded.value;
insert into counters (name, value)
select 'credit:' || split_part(credit_note_no, '/', 1) || '/' || split_part(credit_note_no, '/', 2),
  max(case
    when split_part(credit_note_no, '/', 3) ~ '^C\d+$' then substr(split_part(credit_note_no, '/', 3), 2)::bigint
    else 100000 + (strpos('ABDEFGHJKLMNPQRSTUVWXYZ', substr(split_part(credit_note_no, '/', 3), 2, 1)) - 1) * 10000
      + substr(split_part(credit_note_no, '/', 3), 3)::bigint
  end)
from credit_notes
where credit_note_no ~ '^[A-Z]{3}/[0-9-]+/C[A-Z0-9]\d+$'
group by 1
on conflict (name) do update set value = excluded.value;
delete from counters where name ~ '^(invoice|credit):\d+:';
