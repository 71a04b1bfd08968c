-- Whether an accession says by itself that its tubes are drawn there, or leaves them on the list of tubes to draw.
alter table network_settings add column desk_draws boolean not null default true;
