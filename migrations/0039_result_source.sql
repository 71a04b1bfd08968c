-- A result knows where its value came from: the instrument it was measured on and when, what was typed before its number, and who
-- or what gave it. Kept with the version, as its interval and flag are.
alter table results add column lab_instrument_id integer references lab_instruments;
alter table results add column measured_at timestamptz;
alter table results add column comparator text check (comparator in ('<', '<=', '>', '>='));
alter table results add column source text not null default 'person'
  check (source in ('person', 'analyser', 'formula', 'outside lab', 'rule'));

with known as (
  select
    result.result_id,
    element.formula is not null as is_calculated,
    placed.lab_instrument_id,
    -- the sign and the number of what is kept as it was typed: `<0.5`, `≥ 100`
    regexp_match(result.result, '^(<=|>=|<|>|≤|≥)\s*(-?\d+(?:\.\d+)?)$') as limited,
    result.hash is not distinct from sha256(
      convert_to(
        concat_ws(
          '|', result.result_id, result.work_item_id, result.version, result.result, result.unit_of_measure, result.flag,
          result.low_value, result.high_value, result.approved_by_id
        ),
        'utf8'
      )
    ) as is_intact
  from results result
    join work_items item on item.work_item_id = result.work_item_id
    join elements element on element.element_id = item.element_id
    join sample_elements placed on placed.sample_element_id = item.sample_element_id
), sourced as (
  select
    known.*,
    case when is_calculated then 'formula' else 'person' end as source,
    case when not is_calculated then lab_instrument_id end as measured_on
  from known
)
update results result
set
  source = sourced.source,
  lab_instrument_id = case when result.result is not null then sourced.measured_on end,
  measured_at = case when result.result is not null then result.entered_at end,
  comparator = replace(replace(sourced.limited[1], '≤', '<='), '≥', '>='),
  numeric_value = coalesce(result.numeric_value, sourced.limited[2]::numeric),
  -- a hash that fitted fits what it is over now; one that did not goes on telling so
  hash = case
    when sourced.is_intact then sha256(
      convert_to(
        concat_ws(
          '|', result.result_id, result.work_item_id, result.version, result.result, result.unit_of_measure, result.flag,
          result.low_value, result.high_value, result.approved_by_id, sourced.source,
          case when result.result is not null then sourced.measured_on end
        ),
        'utf8'
      )
    )
    else result.hash
  end
from sourced
where sourced.result_id = result.result_id;
