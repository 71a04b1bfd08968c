-- Purchase bills come from couriers, too: who charges is a supplier.
alter table purchase_bills rename column lab_id to supplier_id;
alter view purchase_bill_facts rename column lab_id to supplier_id;
alter index purchase_bills_by_lab rename to purchase_bills_by_supplier;
