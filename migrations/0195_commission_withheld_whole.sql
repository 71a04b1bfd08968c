-- A commission of which the tax takes all is paid by no transaction: the referral names the tax instead.
alter table referrals add column withheld_by_id integer references tds_deductions (tds_deduction_id);
create index referrals_by_tax on referrals (withheld_by_id) where withheld_by_id is not null;
comment on column referrals.withheld_by_id is
  'The tax that took all of what was to be paid; with neither this nor paid_by_id earlier payments had covered it.';
-- of before: where a referrer had one such tax at a place
update referrals r
set withheld_by_id = tax.tds_deduction_id
from (
  select seller_id, party_id, min(tds_deduction_id) as tds_deduction_id
  from tds_deductions
  where kind = 'withheld' and transaction_id is null and cancelled_at is null
  group by seller_id, party_id
  having count(*) = 1
) tax
where r.status_id = 118 and r.paid_by_id is null and r.seller_id = tax.seller_id and r.referrer_id = tax.party_id;
