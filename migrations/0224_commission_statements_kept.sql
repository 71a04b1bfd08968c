-- The statement of a commission that is delivered is kept as it was given out.
alter table issued_papers drop constraint issued_papers_kind_check;
alter table issued_papers add constraint issued_papers_kind_check
  check (kind in ('bill', 'invoice', 'credit-note', 'receipt', 'refund', 'settlement', 'commission')) not valid;
