-- The paper of a referral, also in networks that were set up before.
insert into print_templates (module_id, name, layout, sequence)
select 'referrals', 'Referral statement', 'statement', (select max(sequence) + 1 from print_templates)
where exists (select 1 from print_templates)
  and not exists (select 1 from print_templates where module_id = 'referrals');
