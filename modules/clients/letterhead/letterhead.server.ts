// The letterhead of an organisation: its own, and what it has not set from the one above it and the legal entity.
import type { Letterhead } from '../../../core/letterhead.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'

type Row = {
  client_id: number
  name: string
  local_name: string | null
  legal_name: string | null
  street: string | null
  place: string | null
  phone: string | null
  email: string | null
  tax_id: string | null
  logo: string | null
  foot_line: string | null
}

const letterheadOf = (row: Row): Letterhead => ({
  Name: row.name,
  LocalName: row.local_name,
  LegalName: row.legal_name,
  Address: [row.street?.replace(/\s+/g, ' ').trim(), row.place].filter(Boolean).join(', ') || null,
  Phone: row.phone,
  Email: row.email,
  TaxId: row.tax_id,
  LogoImage: row.logo,
  FootLine: row.foot_line,
})

/** A centre prints what it has set itself, else what its lab has; a lab what its legal entity has. */
export const readLetterheads = async (
  tx: Tx,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Letterhead>> => {
  const rows = await tx.rows<Row>(sql`
    select
      c.client_id,
      c.name,
      coalesce(c.local_name, e.local_name) as local_name,
      e.name as legal_name,
      c.address as street,
      nullif(concat_ws(', ', c.area, c.city, concat_ws(' ', c.state, c.zipcode)), '') as place,
      coalesce(c.mobile_phone, c.work_phone) as phone,
      c.email,
      coalesce(c.registration_key, e.registration_key) as tax_id,
      coalesce(c.logo, p.logo, e.logo) as logo,
      coalesce(c.foot_line, p.foot_line, e.foot_line) as foot_line
    from
      clients c
      left join clients p on p.client_id = c.parent_id
      and p.client_type_id = ${literal(clientType.Lab)}
      and c.client_type_id = ${literal(clientType.CollectionCentre)}
      left join clients e on e.client_id = c.legal_entity_id
    where
      c.client_id = any (${[...new Set(clientIds)]})
  `)
  return new Map(rows.map((row) => [row.client_id, letterheadOf(row)]))
}

/** @throws where there is no such organisation */
export const letterheadFrom = (all: ReadonlyMap<number, Letterhead>, clientId: number): Letterhead => {
  const letterhead = all.get(clientId)
  if (!letterhead) throw new Error(`No client ${clientId}`)
  return letterhead
}
export const readLetterhead = async (tx: Tx, clientId: number): Promise<Letterhead> =>
  letterheadFrom(await readLetterheads(tx, [clientId]), clientId)
