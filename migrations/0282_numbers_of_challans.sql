-- A number is found however it is written: that of a challan, which is paid once, and the reference of a payment.
create function plain_number(number text) returns text
language sql immutable parallel safe as $$
  select ltrim(regexp_replace(lower(number), '[^a-z0-9]', '', 'g'), '0')
$$;
comment on function plain_number(text) is 'Case, blanks, dashes and zeros in front do not make another number.';
create index gst_challans_by_number on gst_challans (plain_number(challan_no));
