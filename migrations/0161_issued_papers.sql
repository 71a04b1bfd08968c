-- Papers of money are kept as bytes when they are first printed or sent.
create table issued_papers (
  issued_paper_id integer generated always as identity primary key,
  kind text not null check (kind in ('bill', 'invoice', 'credit-note', 'receipt', 'refund')),
  -- of the sale, the invoice, the credit note or the transaction
  document_id integer not null,
  version integer not null check (version > 0),
  paper_no text not null,
  says text not null,
  media_type text not null,
  content bytea not null,
  hash text not null check (hash = encode(sha256(content), 'hex')),
  created_at timestamptz not null default now(),
  created_by integer not null references users (user_id),
  unique (kind, document_id, version)
);
comment on table issued_papers is
  'What was issued, never changed. Bytes without the mark of the copy; of HTML also without fonts, and with '
  'pictures by their names in paper_pictures.';
comment on column issued_papers.says is
  'A hash of what the document says (amounts, lines, money, not names and addresses): when it says something '
  'else, the next print is another version.';
