-- A visit says where it was: several are made on a way, and the address of the client is not always where it is met.
alter table client_visits add column place text;
alter table client_visits add constraint place_of_a_visit_is_short check (length(place) <= 120) not valid;
comment on column client_visits.place is 'Where the client was met, in the words of the visitor.';
