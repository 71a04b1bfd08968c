-- The challans of both taxes, by their numbers: that of TDS, too, is paid once in a legal entity.
create view challans as
select transaction_id, 'gst' as tax, challan_no from gst_challans
union all
select distinct paid_by_id, 'tds', challan_no from tds_deductions where paid_by_id is not null and challan_no is not null;
comment on view challans is 'A payment of a tax with its challan; what was cancelled may have its number again.';
create index tds_by_challan on tds_deductions (plain_number(challan_no))
where paid_by_id is not null and challan_no is not null;
