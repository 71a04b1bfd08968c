-- How an element was defined from when to when: a result is shown, calculated and judged by the definition under which
-- it was entered. A version is never changed, it ends. The columns are those of elements that a result depends on.
create table element_versions (
  element_version_id integer generated always as identity primary key,
  element_id integer not null references elements,
  name text not null,
  department_id integer not null,
  unit_of_measure text,
  decimal_places integer,
  review_required boolean not null,
  result_type_id integer not null,
  formula text,
  method text,
  abnormal_values text,
  delta_check jsonb,
  print_on_report boolean not null,
  effective_from timestamptz not null,
  effective_till timestamptz not null default 'infinity'
);
create index element_versions_by_time on element_versions (element_id, effective_from);

-- whatever writes an element: two writes in one transaction leave a version of no length, which nothing was judged by
create function keep_element_version() returns trigger language plpgsql as $$
begin
  update element_versions set effective_till = now()
  where element_id = new.element_id and effective_till = 'infinity';
  insert into element_versions (
    element_id, name, department_id, unit_of_measure, decimal_places, review_required, result_type_id, formula, method,
    abnormal_values, delta_check, print_on_report, effective_from
  )
  values (
    new.element_id, new.name, new.department_id, new.unit_of_measure, new.decimal_places, new.review_required,
    new.result_type_id, new.formula, new.method, new.abnormal_values, new.delta_check, new.print_on_report,
    case when tg_op = 'INSERT' then '-infinity' else now() end
  );
  return null;
end
$$;
create trigger elements_inserted after insert on elements for each row execute function keep_element_version();
create trigger elements_updated after update on elements for each row
when (
  (
    old.name, old.department_id, old.unit_of_measure, old.decimal_places, old.review_required, old.result_type_id,
    old.formula, old.method, old.abnormal_values, old.delta_check, old.print_on_report
  ) is distinct from (
    new.name, new.department_id, new.unit_of_measure, new.decimal_places, new.review_required, new.result_type_id,
    new.formula, new.method, new.abnormal_values, new.delta_check, new.print_on_report
  )
)
execute function keep_element_version();
insert into element_versions (
  element_id, name, department_id, unit_of_measure, decimal_places, review_required, result_type_id, formula, method,
  abnormal_values, delta_check, print_on_report, effective_from
)
select
  element_id, name, department_id, unit_of_measure, decimal_places, review_required, result_type_id, formula, method,
  abnormal_values, delta_check, print_on_report, '-infinity'
from elements;

-- the moment whose definition and intervals hold for a value, kept when it is corrected; empty where there is no value
alter table results add column defined_at timestamptz;
update results set defined_at = entered_at where result is not null or not_calculated is not null;
