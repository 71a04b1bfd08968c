// A generated network for measuring: any number of sales with lines, receipts and tubes on the demo catalogue, written
// in bulk.
import pg from 'pg'
import { generateAccounts } from './accounts.ts'
import { generateLaboratory } from './laboratory.ts'

const given = [
  'Ramesh',
  'Sunita',
  'Vikram',
  'Fatima',
  'Arun',
  'Meenal',
  'Deepak',
  'Pooja',
  'Imran',
  'Kamala',
  'Joseph',
  'Lata',
  'Anil',
  'Neha',
  'Kumari',
  'Priya',
]
const fathers = ['Kumar', 'Mohan', 'Ajay', 'Yusuf', 'Rajaram', 'Dilip', 'Narayan', 'Madhav', 'Salim', 'Ganesh']
const families = [
  'Joshi',
  'Sonawane',
  'Shaikh',
  'Kulkarni',
  'Rane',
  'Dsouza',
  'Bhosale',
  'Bedi',
  'Reddy',
  'More',
  'Iyer',
  'Pathan',
  'Gaikwad',
  'Chitale',
  'Gokhale',
  'Patil',
  'Jadhav',
  'Nair',
  'Kamble',
  'Zzyzx',
]
const arrayOf = (words: readonly string[]): string => `array['${words.join("','")}']`
export const sellers = [2, 3, 11, 12, 13, 14, 15, 16]

/** The thirty days up to now, for lists. */
export const till = new Date().toISOString()
export const from30 = new Date(Date.parse(till) - 30 * 86_400_000).toISOString()

/**
 * Fills a database that has the demo catalogue: `sales` sales over two years, as many patients as sales up to a
 * million. Needs the owner's address.
 */
export const generate = async (ownerUrl: string, sales: number, log: (line: string) => void): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const run = async (what: string, text: string): Promise<void> => {
    const from = Date.now()
    await client.query(text)
    log(`  ${what}: ${((Date.now() - from) / 1000).toFixed(1)} s`)
  }
  const patients = Math.min(sales, 1_000_000)
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  await client.query('drop index if exists clients_name_trgm, sales_patient_trgm, clients_patient_likeness')
  await run(
    'patients',
    `
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
        generate_series(1, ${patients}) g
    `,
  )
  await run(
    'invoices',
    `
      insert into
        invoices (invoice_id, invoice_no, invoice_date, seller_id, buyer_id, net_amount, paid, is_single_sale)
      select
        1000000 + g,
        -- of each seller from 1 on, as the house numbers them
        'B' || g % 8 || '/25-26/' || (g - 1) / 8 + 1,
        now() - (${sales} - g) * interval '730 days' / ${sales},
        (array[${sellers.join(',')}]) [1 + g % 8],
        1000001 + (g::bigint * 31) % ${patients},
        1500,
        case
          when g % 9 = 0 then 500
          else 1500
        end,
        true
      from
        generate_series(1, ${sales}) g
    `,
  )
  await run(
    'sales',
    `
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
        generate_series(1, ${sales}) g
        join invoices i on i.invoice_id = 1000000 + g
        join clients c on c.client_id = i.buyer_id
    `,
  )
  await run(
    'lines',
    `
      insert into
        sale_products (sale_id, product_id, sequence, price, amount, original_price, status_id)
      select
        1000000 + g,
        3001 + (g + l * 13) % 60,
        l,
        500,
        500,
        500,
        109
      from
        generate_series(1, ${sales}) g,
        generate_series(0, 2) l
    `,
  )
  await run(
    'receipts',
    `
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
        i.invoice_id > 1000000
    `,
  )
  await generateAccounts(sales, run)
  await generateLaboratory(sales, run)
  await run(
    'history',
    `
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
    `,
  )
  await run(
    'indexes',
    `
      create index clients_name_trgm on clients using gin (name_search gin_trgm_ops);

      create index sales_patient_trgm on sales using gin (lower(patient_name) gin_trgm_ops);

      create index clients_patient_likeness on clients (name_search, mobile_phone)
      where
        client_type_id = 12
    `,
  )
  await run(
    'statistics',
    `
      select
        setval(pg_get_serial_sequence('clients', 'client_id'), 3000000),
        setval(pg_get_serial_sequence('sales', 'sale_id'), 20000000),
        setval(pg_get_serial_sequence('invoices', 'invoice_id'), 20000000)
    `,
  )
  await client.query('vacuum analyze')
  await client.end()
}
