-- When a year has used its last invoice number the act is refused (23514), not failed: the caller reads what to do.
create or replace function number_in_series(number bigint) returns text language plpgsql immutable as $$
declare
  letters constant text := 'ABDEFGHJKLMNPQRSTUVWXYZ';
  beyond constant bigint := number - 1000000;
begin
  if beyond < 0 then
    return lpad(number::text, 6, '0');
  end if;
  if beyond / 100000 >= length(letters) then
    raise exception 'No number is left in this year' using errcode = 'check_violation';
  end if;
  return substr(letters, 1 + (beyond / 100000)::int, 1) || lpad((beyond % 100000)::text, 5, '0');
end
$$;
