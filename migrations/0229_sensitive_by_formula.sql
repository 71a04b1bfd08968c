-- What is calculated from a sensitive element says what that one says: it is sensitive by itself, and nobody has to mark
-- it. By every formula that it has had, as its values were calculated by these.
create view sensitive_elements as
with recursive
  uses as (
    select distinct
      version.element_id,
      input.key[1]::integer as input_id
    from
      element_versions version
      cross join regexp_matches(version.formula, '\{\s*(\d{1,9})\s*\}', 'g') as input (key)
    where
      version.formula is not null
  ),
  found as (
    select
      element_id
    from
      elements
    where
      is_sensitive
    union
    select
      uses.element_id
    from
      uses
      join found on found.element_id = uses.input_id
  )
select
  element_id
from
  found;
comment on view sensitive_elements is
  'Elements whose values are read with the sale that ordered them and nowhere else: marked ones, and what has '
  'ever been calculated from one. Read by sheets, reports, trends and lists of values. Cost: the formulas of the '
  'catalogue, once a statement; ask it by `in`.';
