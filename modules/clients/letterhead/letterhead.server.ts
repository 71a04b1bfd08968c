// The letterhead of an organisation: its own, and what it has not set from the one above it and the legal entity.
import type { Letterhead } from '../../../core/letterhead.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'

type Row = {
  ClientId: number
  Name: string
  LocalName: string | null
  LegalName: string | null
  Street: string | null
  Place: string | null
  Phone: string | null
  Email: string | null
  TaxId: string | null
  Logo: string | null
  FootLine: string | null
}

const letterheadOf = (row: Row): Letterhead => ({
  Name: row.Name,
  LocalName: row.LocalName,
  LegalName: row.LegalName,
  Address: [row.Street?.replace(/\s+/g, ' ').trim(), row.Place].filter(Boolean).join(', ') || null,
  Phone: row.Phone,
  Email: row.Email,
  TaxId: row.TaxId,
  LogoImage: row.Logo,
  FootLine: row.FootLine,
})

/** A centre prints what it has set itself, else what its lab has; a lab what its legal entity has. */
export const readLetterheads = async (
  tx: Tx,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Letterhead>> => {
  const rows = await tx.rows<Row>(sql`
    select
      client.client_id,
      client.name,
      coalesce(client.local_name, entity.local_name) as local_name,
      entity.name as legal_name,
      client.address as street,
      nullif(concat_ws(', ', client.area, client.city, concat_ws(' ', client.state, client.zipcode)), '') as place,
      coalesce(client.mobile_phone, client.work_phone) as phone,
      client.email,
      coalesce(client.registration_key, entity.registration_key) as tax_id,
      coalesce(client.logo, parent.logo, entity.logo) as logo,
      coalesce(client.foot_line, parent.foot_line, entity.foot_line) as foot_line
    from
      clients client
      left join clients parent on parent.client_id = client.parent_id
      and parent.client_type_id = ${literal(clientType.Lab)}
      and client.client_type_id = ${literal(clientType.CollectionCentre)}
      left join clients entity on entity.client_id = client.legal_entity_id
    where
      client.client_id = any (${[...new Set(clientIds)]})
  `)
  return new Map(rows.map((row) => [row.ClientId, letterheadOf(row)]))
}

/** @throws where there is no such organisation */
export const letterheadFrom = (all: ReadonlyMap<number, Letterhead>, clientId: number): Letterhead => {
  const letterhead = all.get(clientId)
  if (!letterhead) throw new Error(`No client ${clientId}`)
  return letterhead
}
export const readLetterhead = async (tx: Tx, clientId: number): Promise<Letterhead> =>
  letterheadFrom(await readLetterheads(tx, [clientId]), clientId)
