// The counters of catalogue tables, so that records added later get keys above those loaded.
import { sql, type Tx } from '../../server/db/db.ts'

/** Sets the counters of the tables that a catalogue fills: at least 1001, and above the existing keys. */
export const countOn = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`
    select
      setval(
        pg_get_serial_sequence(quote_ident(relation.relname), field.attname),
        greatest(
          1000,
          (
            xpath(
              '/row/m/text()',
              query_to_xml(
                format('select coalesce(max(%I), 0) as m from %I', field.attname, relation.relname),
                false,
                true,
                ''
              )
            )
          ) [1]::text::int + 1
        )
      )
    from
      pg_class relation
      join pg_attribute field on field.attrelid = relation.oid
      and field.attidentity <> ''
      join pg_namespace space on space.oid = relation.relnamespace
      and space.nspname = 'public'
    where
      relation.relname in (
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
