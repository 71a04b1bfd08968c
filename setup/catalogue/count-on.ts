// The counters of catalogue tables, so that records added later get keys above those loaded.
import { sql, type Tx } from '../../server/db/db.ts'

/** Sets the counters of the tables that a catalogue fills: at least 1001, and above the existing keys. */
export const countOn = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`
    select
      setval(
        pg_get_serial_sequence(quote_ident(t.relname), a.attname),
        greatest(
          1000,
          (
            xpath(
              '/row/m/text()',
              query_to_xml(format('select coalesce(max(%I), 0) as m from %I', a.attname, t.relname), false, true, '')
            )
          ) [1]::text::int + 1
        )
      )
    from
      pg_class t
      join pg_attribute a on a.attrelid = t.oid
      and a.attidentity <> ''
      join pg_namespace n on n.oid = t.relnamespace
      and n.nspname = 'public'
    where
      t.relname in (
        'departments',
        'specimens',
        'instruments',
        'elements',
        'element_specimens',
        'element_measurements',
        'lab_instruments',
        'tests',
        'products',
        'clients',
        'price_lists',
        'referral_schemes'
      )
  `)
}
