// What a merge of two patients moves, row by row, and its way back.
import { raw, sql, type Sql, type Tx } from '../../../../server/db/db.ts'

type Column = { readonly Table: string; readonly Column: string }
type Key = { readonly Name: string; readonly Type: string }

/** The primary key of a table without the column that moves. */
const keysOf = (tx: Tx, { Table: table, Column: column }: Column): Promise<Key[]> =>
  tx.rows<Key>(sql`
    select
      field.attname::text as name,
      format_type(field.atttypid, field.atttypmod) as type
    from
      pg_index indexed
      join pg_attribute field on field.attrelid = indexed.indrelid
      and field.attnum = any (indexed.indkey)
    where
      indexed.indrelid = ${table}::regclass
      and indexed.indisprimary
      and field.attname <> ${column}
    order by
      field.attnum
  `)

/** `{ "sale_id": 7 }` of a row. */
const keyOf = (keys: readonly Key[], alias: string): Sql =>
  raw(`jsonb_build_object(${keys.map(({ Name }) => `'${Name}', ${alias}.${Name}`).join(', ')})`)

type Rows = Column & { readonly merge: number }
/** Keeps the rows of a table that a query answers, under the alias `moved`. */
export const keepRows = async (tx: Tx, of: Rows, from: Sql, isRemoved = false): Promise<void> => {
  const keys = await keysOf(tx, of)
  await tx.run(sql`
    insert into
      client_merge_rows (client_merge_id, table_name, column_name, row_key, is_removed)
    select
      ${of.merge}::int,
      ${of.Table}::text,
      ${of.Column}::text,
      ${keyOf(keys, 'moved')},
      ${isRemoved}::boolean
    from
      ${from}
  `)
}

type Pair = { readonly source: number; readonly target: number }
/** Rows that a merge moved are the source's again, as far as they still name the target. */
export const moveBack = async (tx: Tx, merge: number, { source, target }: Pair): Promise<void> => {
  const columns = await tx.rows<Column & { readonly IsRemoved: boolean }>(sql`
    select distinct
      table_name as "table",
      column_name as "column",
      is_removed
    from
      client_merge_rows
    where
      client_merge_id = ${merge}
    order by
      1,
      2
  `)
  for (const { Table: table, Column, IsRemoved } of columns) {
    const keys = await keysOf(tx, { Table: table, Column })
    const kept = sql`
      kept.client_merge_id = ${merge}
      and kept.table_name = ${table}
      and kept.column_name = ${Column}
      and kept.is_removed = ${IsRemoved}
    `
    const value = ({ Name, Type }: Key): string => `(kept.row_key ->> '${Name}')::${Type}`
    if (IsRemoved)
      await tx.run(sql`
        insert into
          ${raw(table)} (${raw([...keys.map(({ Name }) => Name), Column].join(', '))})
        select
          ${raw(keys.map(value).join(', '))},
          ${source}::int
        from
          client_merge_rows kept
        where
          ${kept}
        on conflict do nothing
      `)
    else
      await tx.run(sql`
        update ${raw(table)} moved
        set
          ${raw(Column)} = ${source}
        from
          client_merge_rows kept
        where
          ${kept}
          and moved.${raw(Column)} = ${target}
          and ${raw(keys.map((key) => `moved.${key.Name} = ${value(key)}`).join(' and '))}
      `)
  }
}

/** Sales that the merge moved and that are the source's again. */
const theirSales = (source: number): Sql => sql`
  select
    sale.sale_id
  from
    sales sale
  where
    sale.patient_id = ${source}
`
/** Bills that are the source's again. */
const theirBills = (source: number): Sql => sql`
  select
    invoice.invoice_id
  from
    invoices invoice
  where
    invoice.buyer_id = ${source}
`
/** What was made since on a moved record belongs with it: legs, bills of its sales, their money, and letters. */
export const bringAfter = async (tx: Tx, { source, target }: Pair): Promise<void> => {
  // a tube may go on from leg to leg
  await tx.run(sql`
    with recursive
      legs as (
        select
          leg.sale_id
        from
          sales leg
        where
          leg.base_sale_id in (${theirSales(source)})
        union
        select
          further.sale_id
        from
          legs
          join sales further on further.base_sale_id = legs.sale_id
      )
    update sales
    set
      patient_id = ${source}
    from
      legs
    where
      legs.sale_id = sales.sale_id
      and sales.patient_id = ${target}
  `)
  await tx.run(sql`
    update invoices invoice
    set
      buyer_id = ${source}
    where
      invoice.buyer_id = ${target}
      and exists (
        select
        from
          sales sale
        where
          sale.invoice_id = invoice.invoice_id
          and sale.buyer_id = ${source}
      )
  `)
  for (const column of ['giver_id', 'receiver_id'])
    await tx.run(sql`
      update transactions
      set
        ${raw(column)} = ${source}
      where
        ${raw(column)} = ${target}
        and invoice_id in (${theirBills(source)})
    `)
  await tx.run(sql`
    update report_letters letter
    set
      client_id = ${source}
    where
      letter.client_id = ${target}
      and exists (
        select
        from
          reports report
        where
          report.report_id = letter.report_id
          and report.sale_id in (${theirSales(source)})
      )
      and not exists (
        select
        from
          report_letters there
        where
          there.report_id = letter.report_id
          and there.client_id = ${source}
      )
  `)
}
