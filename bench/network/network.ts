// A generated network for measuring: any number of sales with lines, receipts and tubes on the demo catalogue, written
// in bulk.
import { madeBare } from './bare.ts'
import { lanesOf, partsOf, type Part } from './lanes.ts'
import { generateAccounts, generateMonthEnd } from './accounts.ts'
import { generateLaboratory } from './laboratory.ts'
import { families, fathers, given } from './names.ts'

const arrayOf = (words: readonly string[]): string => `array['${words.join("','")}']`
export const sellers = [2, 3, 11, 12, 13, 14, 15, 16]

/** The thirty days up to now, for lists. */
export const till = new Date().toISOString()
export const from30 = new Date(Date.parse(till) - 30 * 86_400_000).toISOString()

/** The tables that are filled. */
const filled = [
  'clients',
  'invoices',
  'sales',
  'sale_products',
  'transactions',
  'ledger_entries',
  'samples',
  'shipments',
  'shipment_samples',
  'sample_elements',
  'worksheets',
  'work_items',
  'results',
  'reports',
  'audit',
]
/** From here on what is sold and invoiced on the generated network is numbered. */
export const nextNumber = 20_000_000

const patientsOf = (count: number): string => `
  insert into
    clients (client_id, client_type_id, name, parent_id, gender_id, birth_date, mobile_phone, area, created_at)
  select
    1000000 + g,
    12,
    (
      ${arrayOf(given)}
    ) [1 + (g::bigint * 7919) % 16] || ' ' || (
      ${arrayOf(fathers)}
    ) [1 + (g / 16) % 10] || ' ' || (
      ${arrayOf(families)}
    ) [
      1 + (
        case
          when g % 50000 = 0 then 19
          else (g / 160) % 19
        end
      )
    ],
    1,
    1 + g % 2,
    date '1940-01-01' + (g::bigint * 37 % 29000)::int,
    lpad((g % 10000000)::text, 10, '9'),
    'Kothrud',
    now()
  from
    generate_series(1, ${count}) g
`
type Extent = { readonly sales: number; readonly patients: number }
const invoicesOf = ({ sales, patients }: Extent, { from, till }: Part): string => `
  insert into
    invoices (
      invoice_id,
      invoice_no,
      invoice_date,
      due_date,
      seller_id,
      seller_gstin,
      seller_state,
      buyer_id,
      net_amount,
      paid,
      is_single_sale
    )
  select
    1000000 + g,
    -- of each seller from 1 on, as the house numbers them
    'B' || g % 8 || '/25-26/' || (g - 1) / 8 + 1,
    issued,
    network_day(issued),
    seller.id,
    seller.gstin,
    seller.state,
    1000001 + (g::bigint * 31) % ${patients},
    1500,
    case
      when g % 9 = 0 then 500
      else 1500
    end,
    true
  from
    generate_series(${from}, ${till}) g
    cross join lateral (
      select
        now() - (${sales} - g)::float8 / ${sales} * interval '730 days' as issued
    ) day
    join (
      select
        place.at,
        place.id,
        (sells_as(place.id)).*
      from
        unnest(array[${sellers.join(',')}]) with ordinality place (id, at)
    ) seller on seller.at = 1 + g % 8
`
const salesOf = ({ from, till }: Part): string => `
  insert into
    sales (
      sale_id,
      sale_date,
      collection_date,
      report_date,
      patient_id,
      patient_name,
      referring_doctor_id,
      seller_id,
      buyer_id,
      lrn,
      gross_amount,
      net_amount,
      paid,
      status_id,
      invoice_id,
      accession_no,
      accession_date,
      first_lab_id,
      created_by,
      created_at
    )
  select
    1000000 + g,
    i.invoice_date,
    i.invoice_date,
    i.invoice_date + interval '8 hours',
    i.buyer_id,
    c.name,
    101 + g % 30,
    i.seller_id,
    i.buyer_id,
    (100000 + g % 900000)::text,
    1500,
    1500,
    i.paid,
    99,
    i.invoice_id,
    'BEN' || g,
    i.invoice_date,
    2,
    1,
    i.invoice_date
  from
    generate_series(${from}, ${till}) g
    join invoices i on i.invoice_id = 1000000 + g
    join clients c on c.client_id = i.buyer_id
`
const linesOf = ({ from, till }: Part): string => `
  insert into
    sale_products (sale_id, product_id, sequence, price, amount, original_price, status_id, sac, gst_rate)
  select
    1000000 + g,
    product_id,
    l,
    500,
    500,
    500,
    109,
    sac,
    gst_rate
  from
    generate_series(${from}, ${till}) g
    cross join generate_series(0, 2) l
    join products on product_id = 3001 + (g + l * 13) % 60
`
const receiptsOf = ({ from, till }: Part): string => `
  insert into
    transactions (date, giver_id, receiver_id, invoice_id, amount, payment_mode_id, created_by)
  select
    i.invoice_date,
    i.buyer_id,
    i.seller_id,
    i.invoice_id,
    i.paid,
    40,
    1
  from
    invoices i
  where
    i.invoice_id between 1000000 + ${from} and 1000000 + ${till}
`
const historyOf = (sales: number): string => `
  insert into
    audit (user_id, role_id, entity_id, module_id, form_id, action)
  select
    1,
    5,
    2,
    'sales',
    1000000 + g,
    'create'
  from
    generate_series(greatest(1, ${sales} - 200000), ${sales}) g
`
const numbers = `
  select
    setval(pg_get_serial_sequence('clients', 'client_id'), 3000000),
    setval(pg_get_serial_sequence('sales', 'sale_id'), ${nextNumber}),
    setval(pg_get_serial_sequence('invoices', 'invoice_id'), ${nextNumber})
`
const placeSums = `
  truncate place_sums,
  place_owed,
  place_changes;

  update place_summed
  set
    up_to = '-infinity';

  select
    sum_places (now(), 0)
`

/**
 * Fills a database that has the demo catalogue: `sales` sales over two years, as many patients as sales up to a
 * million. Needs the owner's address. `booksAlone`: without the laboratory's tubes and results, and with a month's end
 * to bill.
 */
export const generate = async (
  ownerUrl: string,
  sales: number,
  log: (line: string) => void,
  booksAlone = false,
): Promise<void> => {
  const lanes = await lanesOf(ownerUrl, log)
  const { client, run, atOnce } = lanes
  const extent = { sales, patients: Math.min(sales, 1_000_000) }
  const parts = partsOf(sales)
  const inParts = (what: string, textOf: (part: Part) => string) =>
    parts.map((part, at) => [`${what}, part ${at + 1}`, textOf(part)] as const)
  const makeWhole = await madeBare(client, filled)
  await run('patients', patientsOf(extent.patients))
  await atOnce(inParts('invoices', (part) => invoicesOf(extent, part)))
  await atOnce([...inParts('sales', salesOf), ...inParts('lines', linesOf), ...inParts('receipts', receiptsOf)])
  if (booksAlone) await generateMonthEnd(sales, run)
  await generateAccounts(sales, lanes)
  if (!booksAlone) await generateLaboratory(sales, lanes)
  await run('history', historyOf(sales))
  await makeWhole(lanes)
  await run('sums of places', placeSums)
  await run('numbers', numbers)
  await client.query('vacuum analyze')
  await lanes.close()
}
