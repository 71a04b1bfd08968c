-- Papers of an invoice, also in networks that were set up before.
insert into print_templates (module_id, name, layout, sequence)
select 'invoices', given.name, given.layout, (select max(sequence) from print_templates) + given.place
from (values ('Invoice', 'invoice', 1), ('Statement of account', 'statement', 2)) given (name, layout, place)
where exists (select 1 from print_templates)
  and not exists (select 1 from print_templates where module_id = 'invoices');
