-- Masters are kept by roles 1 and 2, also in networks that were set up before they could be.
insert into permissions (role_id, module_id, permit)
select role.role_id, module_id, permit
from roles role,
  unnest(array['products', 'tests', 'elements', 'specimens', 'departments', 'instruments', 'labinstruments', 'lists', 'pricelists', 'users']) module_id,
  unnest(array['create', 'update']) permit
where role.role_id in (1, 2)
on conflict do nothing;

-- two rows of a list may swap their products: the constraint is asked when the statement ends
alter table price_list_products drop constraint price_list_products_price_list_id_product_id_key;
alter table price_list_products add constraint price_list_products_once unique (price_list_id, product_id) deferrable initially immediate;
