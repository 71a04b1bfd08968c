-- A referral that had lost its last line could be neither submitted nor removed; from now on it goes by itself.
delete from referrals r
where r.status_id in (110, 111)
  and not exists (select 1 from referral_lines x where x.referral_id = r.referral_id);
