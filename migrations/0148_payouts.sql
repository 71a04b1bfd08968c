-- A delivered referral is paid by one transaction, which may pay several of one referrer; null where earlier payments
-- had covered it.
alter table referrals add column paid_by_id integer references transactions (transaction_id);
create index referrals_by_payment on referrals (paid_by_id) where paid_by_id is not null;

-- whatever cancels the payment, its referrals are owed again
create function undo_payout() returns trigger language plpgsql as $$
begin
  update referrals
  set
    status_id = 114,
    paid_by_id = null,
    row_version = row_version + 1
  where
    paid_by_id = new.transaction_id;
  return null;
end
$$;
create trigger transactions_undo_payout after update of is_cancelled on transactions
  for each row when (new.is_cancelled and not old.is_cancelled) execute function undo_payout();

-- a referral that is not ready and has lost all its lines was stuck
update referrals r
set
  status_id = 119
where
  r.status_id in (110, 111)
  and not exists (select 1 from referral_lines x where x.referral_id = r.referral_id)
  and not exists (select 1 from referral_clawbacks c where c.referral_id = r.referral_id);
