-- Where items of lists that a network keeps itself stand in records: an item in use is not removed, and loses no name.
-- Old rows are not looked through, so that nothing waits for them.
alter table clients add foreign key (bill_cycle_id) references list_items not valid;
alter table specimens add foreign key (default_temperature_id) references list_items not valid;
alter table element_specimens add foreign key (temperature_id) references list_items not valid;
alter table samples add foreign key (temperature_id) references list_items not valid;
alter table samples add foreign key (reason_id) references list_items not valid;
alter table shipment_samples add foreign key (reason_id) references list_items not valid;
alter table transactions add foreign key (payment_mode_id) references list_items not valid;
alter table work_items add foreign key (reason_id) references list_items not valid;
alter table results add foreign key (reason_id) references list_items not valid;
