-- An institution that treats the patient reads what is sensitive of a sale that it bought; an employer or insurer that
-- bought it does not. Nobody has said of an institution yet which it is, so it stays closed until somebody does.
alter table clients add column gives_care boolean not null default false;
comment on column clients.gives_care is
  'Of an institution: it treats patients, so that it reads the sensitive results of the sales that it bought.';
