// The register of tax deducted at source on the server: by day and quarter of the tax year, with its totals.
import { dayOf } from '../../core/dates.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { equals, like } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { certify, followMoney, payTds } from './acts.server.ts'
import { tds } from './tds.model.ts'
import { tdsTotals } from './answers.model.ts'

const scope = (user: Caller): Sql => sql`tax.seller_id = any (${[...user.Clients]})`
const quarter = "'FY ' || tax.year || '-' || right((tax.year + 1)::text, 2) || ' Q' || tax.quarter"

const list = listOf(tds, {
  from: 'tds_rows tax',
  alias: 'tax',
  key: 'tax.tds_deduction_id',
  sort: '-DeductedOn',
  columns: { DeductedOn: 'tax.deducted_on::text', Quarter: quarter, Party: 'party.name', Place: 'place.name' },
  names: `
    join clients party on party.client_id = tax.party_id
    join clients place on place.client_id = tax.seller_id
  `,
  filters: {
    FromDate: (value: string) => sql`tax.deducted_on >= ${dayOf(value)}::date`,
    ToDate: (value: string) => sql`tax.deducted_on <= ${dayOf(value)}::date`,
    Kind: equals('tax.kind'),
    State: equals('tax.state'),
    PartyId: equals('tax.party_id'),
    Section: like('tax.section'),
  },
  scope,
})

const read = (key: number): Sql => sql`
  select
    ${shown('tax', ['TdsDeductionId', 'Kind', 'State', 'Pan', 'Section', 'BaseAmount', 'Rate', 'Amount'])},
    'FY ' || tax.year || '-' || right((tax.year + 1)::text, 2) || ' Q' || tax.quarter as "Quarter",
    ${objectOf('place', ['ClientId', 'Name'])} as "Seller",
    ${objectOf('party', ['ClientId', 'Name'])} as "Party",
    tax.deducted_on::text as "DeductedOn",
    ${shown('tax', ['TransactionId', 'PaidById', 'ChallanNo', 'CertificateNo'])},
    tax.certificate_date::text as "CertificateDate"
  from
    tds_rows tax
    join clients party on party.client_id = tax.party_id
    join clients place on place.client_id = tax.seller_id
  where
    tax.tds_deduction_id = ${key}
`

export const tdsServer = moduleOf(tds, {
  table: 'tds_deductions',
  alias: 'tax',
  keyColumn: 'tds_deduction_id',
  scope,
  read,
  follows: { transactions: followMoney },
  actions: [payTds, certify],
  statements: [
    { id: 1078, name: 'Register of TDS', module: 'tds', parameters: {}, list },
    totalsOf(list, { ...tdsTotals, name: 'Totals of TDS', module: 'tds' }),
  ],
})
