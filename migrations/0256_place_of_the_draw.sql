-- Where a tube was drawn is kept with who drew it and when: the organisation, and the place in words as it was then.
alter table samples add column collected_at_id integer;
alter table samples add foreign key (collected_at_id) references clients not valid;
alter table samples add column collected_place text;
alter table samples add constraint place_of_a_draw_is_short check (length(collected_place) <= 120) not valid;
comment on column samples.collected_at_id is
  'The organisation at which it was drawn; null: elsewhere (collected_place says where), or not known.';
comment on column samples.collected_place is
  'Where it was drawn, in words of that moment: the name of the organisation, a home visit, or what was typed; '
  'null: not drawn yet, or not known.';
