-- A value that was kept although something speaks against its tube or its instrument goes out with the sentence that says
-- so: of each fault it is known, so that a comment without it is decided again.
alter table work_items add column kept_sentences jsonb not null default '{}';
comment on column work_items.kept_sentences is
  'For each key of tube_kept_for the sentence that its report prints; none for what was kept before there were sentences.';
alter table results add column kept_sentences jsonb not null default '{}';
comment on column results.kept_sentences is
  'For each key of tube_kept_for the sentence that is printed with this amendment.';
