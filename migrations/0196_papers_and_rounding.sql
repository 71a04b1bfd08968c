-- The paper of a settlement between two places, which both sign, is kept as it was issued.
alter table issued_papers drop constraint issued_papers_kind_check;
alter table issued_papers add constraint issued_papers_kind_check
  check (kind in ('bill', 'invoice', 'credit-note', 'receipt', 'refund', 'settlement')) not valid;
