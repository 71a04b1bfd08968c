// What is measured: each work as a request to us, and as the best hand-written SQL on the same tables for pgbench.
const now = Date.now()
const day = 86_400_000
const from30 = new Date(now - 30 * day).toISOString()
const till = new Date(now).toISOString()
const sellers = [2, 3, 11, 12, 13, 14, 15, 16]
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const list = (filter: object): string =>
  `/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}&limit=100`

export type Request = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Work = { id: string; what: string; ours: (top: number) => Request[]; ceiling: string }

const names = `left join clients d on d.client_id = s.referring_doctor_id left join clients se on se.client_id = s.seller_id left join clients b on b.client_id = s.buyer_id left join list_items st on st.list_item_id = s.status_id`
const columns = `s.sale_id, s.sale_date, s.accession_no, s.lrn, s.patient_name, d.name, se.name, b.name, s.net_amount, s.net_amount - s.paid, st.item_label`
const counted = (where: string): string =>
  `select (select json_agg(t)::text from (select ${columns} from (select * from sales s where ${where} order by sale_date desc, sale_id desc limit 100) s ${names} order by s.sale_date desc, s.sale_id desc) t(a,b,c,d,e,f,g,h,i,j,k)) as rows, (select count(*) from (select 1 from sales s where ${where} limit 10001) c) as n;`

const saleBody = () => {
  const patient = 1_000_001 + Math.floor(Math.random() * 90_000)
  return {
    PatientId: patient,
    ReferringDoctorId: 101 + Math.floor(Math.random() * 30),
    SellerId: 2,
    BuyerId: patient,
    LRN: String(100_000 + Math.floor(Math.random() * 900_000)),
    SaleDate: till,
    CollectionDate: till,
    ReportDate: new Date(now + day / 3).toISOString(),
    SaleProducts: [3001, 3002, 3003, 3004, 3005].map((ProductId) => ({ ProductId })),
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: 100 }] },
  }
}

export const works: readonly Work[] = [
  {
    id: 'W1a',
    what: 'sales list: 30 days, one seller, 100 rows, four names, count',
    ours: () => [{ method: 'GET', path: list({ FromDate: from30, ToDate: till, SellerId: pick(sellers) }) }],
    ceiling: `\\set i random(1, 8)\n${counted(`s.seller_id = (array[${sellers.join(',')}])[:i] and s.sale_date between '${from30}' and '${till}'`)}`,
  },
  {
    id: 'W1c',
    what: "sales list: 30 days, patient contains 'kum'",
    ours: () => [{ method: 'GET', path: list({ FromDate: from30, ToDate: till, Patient: 'kum' }) }],
    ceiling: counted(`s.sale_date between '${from30}' and '${till}' and lower(s.patient_name) like '%kum%'`),
  },
  {
    id: 'W2',
    what: 'save: 1 sale, 5 lines, receipt, invoice, audit',
    ours: () => [{ method: 'POST', path: '/api/sales/', body: saleBody() }],
    ceiling: `\\set p random(1000001, 1090000)\n\\set d random(101, 130)\n\\set l random(100000, 999999)\nwith n as (insert into counters (name, value) values ('ceiling', 1) on conflict (name) do update set value = counters.value + 1 returning value),
 i as (insert into invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount, paid, is_single_sale, created_by) select 'C/' || value, now(), 2, :p, 1000, 100, true, 1 from n returning invoice_id),
 s as (insert into sales (sale_date, collection_date, report_date, patient_id, patient_name, referring_doctor_id, seller_id, buyer_id, lrn, gross_amount, net_amount, paid, status_id, invoice_id, created_by) select now(), now(), now(), :p, 'Ceiling', :d, 2, :p, :l::text, 1000, 1000, 100, 92, invoice_id, 1 from i returning sale_id, invoice_id),
 l as (insert into sale_products (sale_id, product_id, sequence, price, amount, original_price) select sale_id, x, x, 200, 200, 200 from s, generate_series(3001, 3005) x),
 t as (insert into transactions (date, giver_id, receiver_id, invoice_id, amount, payment_mode_id, created_by) select now(), :p, 2, invoice_id, 100, 40, 1 from s),
 e as (insert into ledger_entries (posting_id, entry_date, account, voucher_type, seller_id, party_id, debit, credit) select 1, now(), a, 'Invoice', 2, :p, d, c from (values ('party', 1000, 0), ('sales', 0, 1000), ('money', 100, 0), ('party', 0, 100)) x(a, d, c))
 insert into audit (user_id, module_id, form_id, action) select 1, 'sales', sale_id, 'create' from s returning form_id;`,
  },
  {
    id: 'W3',
    what: 'open a sale with lines, receipts, samples, history',
    ours: (top) => {
      const id = top - Math.floor(Math.random() * 50_000)
      return [
        { method: 'GET', path: `/api/sales/${id}` },
        { method: 'GET', path: `/api/actions?ModuleId=sales&FormId=${id}` },
      ]
    },
    ceiling: `\\set id random(:top - 50000, :top)\nselect json_build_object('s', row_to_json(s), 'p', p.name, 'd', d.name, 'e', e.name, 'b', b.name, 'l', (select json_agg(json_build_object('l', l, 'c', p.code, 'n', p.name)) from sale_products l join products p using (product_id) where l.sale_id = s.sale_id), 't', (select json_agg(t) from transactions t where t.invoice_id = s.invoice_id),
 'm', (select json_agg(m) from samples m where m.sale_id = s.sale_id), 'h', (select json_agg(h) from audit h where module_id = 'sales' and form_id = s.sale_id)) from sales s join clients p on p.client_id = s.patient_id join clients d on d.client_id = s.referring_doctor_id join clients e on e.client_id = s.seller_id join clients b on b.client_id = s.buyer_id where s.sale_id = :id;`,
  },
  {
    id: 'W4',
    what: 'picker over the patients: frequent, rare and no match',
    ours: () => [
      { method: 'GET', path: `/api/getdata/200?ClientTypeId=12&limit=50&Name=${pick(['kum', 'zzyzx', 'qqqq'])}` },
    ],
    ceiling: `\\set i random(1, 3)\nselect client_id, name, code, area, mobile_phone from clients where client_type_id = 12 and is_active and merged_into_id is null and name_search like (array['%kum%','%zzyzx%','%qqqq%'])[:i] order by name_search, client_id limit 50;`,
  },
  {
    id: 'W6',
    what: 'price 20 products',
    ours: () => [
      {
        method: 'GET',
        path: `/api/getdata/100?SellerId=2&BuyerTypeId=12&ProductId=${Array.from({ length: 20 }, (_, i) => 3001 + ((i * 3) % 60)).join(',')}`,
      },
    ],
    ceiling: `select distinct on (x.product_id) x.product_id, x.price, x.discount, l.price_list_id from price_lists l join price_list_products x using (price_list_id) where l.seller_id = 2 and l.buyer_type_id = 12 and l.buyer_id is null and x.product_id = any(array(select 3001 + (i * 3) % 60 from generate_series(0, 19) i)) and l.effective_from_date <= current_date order by x.product_id, l.effective_from_date desc, l.price_list_id desc;`,
  },
]
