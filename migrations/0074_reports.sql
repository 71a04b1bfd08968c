-- The party ledger and the sales report are listed by those who keep the accounts, and read by auditors.
insert into permissions (role_id, module_id, permit, statement_id)
select r.role_id, m.module_id, 'list', m.statement_id
from
  (values (1), (2), (7), (9), (11), (13)) r (role_id),
  (values ('partyledger', 1032), ('salesreport', 1031)) m (module_id, statement_id)
where
  exists (select 1 from clients)
  and (r.role_id <> 9 or m.module_id = 'salesreport')
  and (r.role_id <> 13 or m.module_id = 'partyledger')
on conflict do nothing;
create index ledger_by_seller on ledger_entries (seller_id, entry_date) where account = 'party';
