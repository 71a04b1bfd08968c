-- A product may ask for consent, and its line keeps who gave it and how. No product of a network that exists asks for
-- it until somebody marks it. What is there has no consent, so that nothing is read for the checks.
alter table products add column consent_required boolean not null default false;
alter table sale_products add column consent_by text;
alter table sale_products add constraint sale_products_consent_by_check
  check (consent_by in ('patient', 'guardian')) not valid;
alter table sale_products add column consent_name text;
alter table sale_products add column consent_form text;
alter table sale_products add constraint sale_products_consent_form_check
  check (consent_form in ('written', 'spoken', 'electronic')) not valid;

-- Whether a product, or one of its parts at any depth, asks for consent.
create function asks_consent(product integer) returns boolean
language sql stable
as $$
  with recursive parts as (
    select product as product_id
    union
    select link.sub_product_id from sub_products link join parts on parts.product_id = link.product_id
  )
  select exists (select from parts join products part on part.product_id = parts.product_id where part.consent_required)
$$;
