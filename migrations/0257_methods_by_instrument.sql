-- A lab may measure an element on an instrument by a method of its own; a value keeps the one by which it was measured.
alter table lab_instrument_elements add column method text;
alter table lab_instrument_elements
add constraint method_of_an_instrument_is_short check (length(method) <= 120) not valid;
comment on column lab_instrument_elements.method is
  'By which the lab measures the element on this instrument; null: by the method of the element.';
alter table results add column method text;
comment on column results.method is
  'By which the value was measured, as it was defined then: of the lab and instrument, else of the element; null: the '
  'element has none, or the value is of a time when it was not kept.';
