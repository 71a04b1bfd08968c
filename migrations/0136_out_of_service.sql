-- An instrument of a lab is out of service for a reason; nothing is measured on it meanwhile.
alter table lab_instruments add column out_of_service text;
comment on column lab_instruments.out_of_service is 'Why it is out of service; null: it is in service.';
