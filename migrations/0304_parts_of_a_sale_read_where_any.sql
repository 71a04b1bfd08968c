-- A statement pays for each part of its plan, used or not. What few sales have is read by a function, which costs
-- nothing where its condition is not met.

-- without a time point it is due at no time; that is not asked of the sale and its tubes
alter function tube_due (integer, text) strict;

create function gst_of_sale (of_sale integer) returns numeric stable parallel safe language sql
  return (
    select sum(supply.tax)
    from sale_supplies supply
    where supply.sale_id = of_sale
    having bool_or(supply.is_taxed)
  );
comment on function gst_of_sale (integer) is 'What its net amount has in it of GST; empty where nothing of it is taxed.';

create function requests_about (module text, form integer) returns json stable parallel safe language sql
  return (
    select coalesce(
      json_agg(
        json_build_object(
          'RequestId', request.request_id,
          'What', request.what,
          'AskedBy', asker.full_name,
          'Deciders', (
            select string_agg(lower(decider.role_name), ' or ' order by decider.role_id desc)
            from roles decider
            where decider.role_id = any (request.role_ids)
          )
        )
        order by request.request_id
      ),
      '[]'
    )
    from requests request
    join request_states reached using (request_id)
    join users asker on asker.user_id = request.asked_by_id
    where request.module_id = module
      and request.form_id = form
      and reached.state = 'waiting'
      -- the index has these alone
      and request.state = 'waiting'
  );
comment on function requests_about (text, integer) is 'The acts on a record that wait for a second person.';
