-- A delivered referral is paid by one transaction, which may pay several of one referrer; null where earlier payments
-- had covered it.
alter table referrals add column paid_by_id integer references transactions (transaction_id);
create index referrals_by_payment on referrals (paid_by_id) where paid_by_id is not null;

-- a referral that is not ready and has lost all its lines was stuck
update referrals r
set
  status_id = 119
where
  r.status_id in (110, 111)
  and not exists (select 1 from referral_lines x where x.referral_id = r.referral_id)
  and not exists (select 1 from referral_clawbacks c where c.referral_id = r.referral_id);
