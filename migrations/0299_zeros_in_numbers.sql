-- The tax office prints a challan of GST as one row of digits, in which each zero counts, and one of TDS as BSR code,
-- day and serial number, 0510308 07-12-2026 00042: zeros in front of these three are often left out.
create or replace function plain_number(number text) returns text
language sql immutable parallel safe as $$
  select ltrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    lower(number),
    -- a day as it is printed: two digits, two digits, four
    '\m(\d)(?=[^a-z0-9]+\d{1,2}[^a-z0-9]+20\d\d\M)', '0\1', 'g'),
    '\m(\d\d)[^a-z0-9]+(\d)(?=[^a-z0-9]+20\d\d\M)', '\1-0\2', 'g'),
    '\m(\d\d)[^a-z0-9]+(\d\d)[^a-z0-9]+(20\d\d)\M', '\1\2\3', 'g'),
    -- the three parts, with nothing between them and with something
    '\m(\d{6,7})(\d{4}20\d\d)(\d{5})\M', '\1-\2-\3', 'g'),
    '\m0*(\d{1,7})[^a-z0-9]+(\d{4}20\d\d)[^a-z0-9]+0*(\d{1,5})\M', '\1-\2-\3', 'g'),
    '[^a-z0-9]', '', 'g'),
    '([a-z])0+(?=[0-9])', '\1', 'g'), '0')
$$;
comment on function plain_number(text) is
  'Case, blanks, dashes, and zeros in front or after a letter do not make another number; nor do zeros in front of BSR '
  'code and serial number of a challan of TDS, which is written in one or in its three parts.';
reindex index gst_challans_by_number;
reindex index tds_by_challan;
