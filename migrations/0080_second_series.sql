-- A number of a document has at most 16 characters (CGST rules 46(b)): past 999,999 of a year a second series begins, a letter
-- and five digits. C is the credit notes' letter, I and O are read as digits.
create function number_in_series(number bigint) returns text language plpgsql immutable as $$
declare
  letters constant text := 'ABDEFGHJKLMNPQRSTUVWXYZ';
  beyond constant bigint := number - 1000000;
begin
  if beyond < 0 then
    return lpad(number::text, 6, '0');
  end if;
  if beyond / 100000 >= length(letters) then
    raise exception 'No number is left in this year';
  end if;
  return substr(letters, 1 + (beyond / 100000)::int, 1) || lpad((beyond % 100000)::text, 5, '0');
end
$$;

-- the other way round: the number that a text of a series stands for
create function number_of_series(series text) returns bigint language sql immutable as $$
  select case
    when series ~ '^\d+$' then series::bigint
    else 1000000 + (strpos('ABDEFGHJKLMNPQRSTUVWXYZ', left(series, 1)) - 1) * 100000 + substr(series, 2)::bigint
  end
$$;
