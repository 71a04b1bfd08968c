// Vouchers of a period as a file that Tally imports: each posting is a voucher, a purchase bill one with its
// GST, so they are balanced, and their sums are the trial balance.
import { dayOf } from '../../core/dates.ts'
import { datetime, integer } from '../../core/model.ts'
import { isSupervisor } from '../../core/user.ts'
import type { Caller } from '../../server/caller.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { exported } from '../../server/door/exporting.ts'
import { invalid, notFound, notPermitted } from '../../server/refusal.ts'
import { routeOf } from '../../server/route.ts'
import {
  accountName,
  accountNames,
  ownerOf,
  ownName,
  placesOf,
  voucherNames,
  voucherNo,
} from '../ledger/books.server.ts'
import { clientType } from '../lists/items.model.ts'
import { beginXml, endXml, ledgerXml, voucherXml, type Ledger, type Voucher } from './tally.rules.ts'

type Period = { readonly from: string; readonly till: string; readonly entityId: number }

/** Entries (`entry`) of a period, with the ledger of each in Tally: one for each party, one for all patients. */
const entries = ({ from, till, entityId }: Period, user: Caller): Sql => sql`
  select
    entry.*,
    case entry.account
      when 'party' then case
        when party.client_type_id = ${literal(clientType.Patient)} then 'Patients'
        else party.name || ' (' || party.client_id || ')'
      end
      -- one for all that is in hand: what leaves it for a bank is of no mode
      when 'money' then coalesce(bank.name || ' (' || bank.number || ')', 'Money in hand')
      when 'own' then ${raw(ownName)} || ${ownerOf(placesOf(user, entityId))}
      else ${raw(accountName('entry.account'))}
    end as ledger,
    case entry.account
      when 'party' then case
        when party.client_type_id in (${literal(
          clientType.Referrer,
          clientType.Doctor,
          clientType.Courier,
          clientType.ExternalLab,
        )}) then 'Sundry Creditors'
        else 'Sundry Debtors'
      end
      when 'money' then case
        when entry.bank_account_id is null then 'Cash-in-Hand'
        else 'Bank Accounts'
      end
      when 'sales' then 'Sales Accounts'
      when 'opening' then 'Suspense A/c'
      when 'purchases' then 'Direct Expenses'
      when 'gst payable' then 'Duties & Taxes'
      when 'tds payable' then 'Duties & Taxes'
      when 'tds receivable' then 'Loans & Advances (Asset)'
      when 'set off' then 'Branch / Divisions'
      when 'merged' then 'Branch / Divisions'
      when 'own' then case own.kind
        when 'income' then 'Indirect Incomes'
        when 'asset' then 'Current Assets'
        when 'liability' then 'Current Liabilities'
        else 'Indirect Expenses'
      end
      else 'Indirect Expenses'
    end as parent
  from
    ledger_entries entry
    join clients party on party.client_id = entry.party_id ${raw(accountNames)}
  where
    entry.seller_id = any (${placesOf(user, entityId)})
    and entry.entry_date >= ${from}
    and entry.entry_date <= ${till}
`

const ledgers = (period: Period, user: Caller): Sql => sql`
  select distinct
    e.ledger as name,
    e.parent
  from
    (${entries(period, user)}) e
`

/** A posting; of a purchase bill all that it posted at once, its work and its GST. */
const document = sql`
  entry.purchase_bill_id,
  case
    when entry.purchase_bill_id is null then entry.posting_id
  end,
  case
    when entry.purchase_bill_id is not null then entry.at
  end
`

const vouchers = (period: Period, user: Caller): Sql => sql`
  select
    min(entry.posting_id) as posting,
    min(entry.entry_date) as at,
    network_day (min(entry.entry_date))::text as day,
    min(entry.voucher_type) as type,
    min(${raw(voucherNo)}) as number,
    min(entry.particulars) as particulars,
    coalesce(
      min(entry.ledger) filter (
        where
          entry.account = 'party'
      ),
      min(entry.ledger)
    ) as party,
    json_agg(
      json_build_object('account', entry.account, 'ledger', entry.ledger, 'debit', entry.debit, 'credit', entry.credit)
      order by
        entry.ledger_entry_id
    ) as sides
  from
    (${entries(period, user)}) entry ${raw(voucherNames)}
  group by
    ${document}
`

type Part = { readonly Ledger: Ledger; readonly Voucher: null } | { readonly Ledger: null; readonly Voucher: Voucher }
/** Ledgers before vouchers, by one statement: what is posted meanwhile is in neither. */
const parts = (period: Period, user: Caller): Sql => sql`
  select
    part.ledger,
    part.voucher
  from
    (
      select
        null::timestamptz as at,
        null::bigint as posting,
        ledger.name,
        to_json(ledger) as ledger,
        null::json as voucher
      from
        (${ledgers(period, user)}) ledger
      union all
      select
        voucher.at,
        voucher.posting,
        null,
        null,
        to_json(voucher)
      from
        (${vouchers(period, user)}) voucher
    ) part
  order by
    part.at nulls first,
    part.posting,
    part.name
`
const partXml = ({ Ledger, Voucher }: Part): string => (Ledger === null ? voucherXml(Voucher) : ledgerXml(Ledger))

export const tally = routeOf({
  method: 'GET',
  path: 'tally',
  access: { module: 'daybook', permit: 'list' },
  scope: 'entries of the organisations that the user works for',
  summary: 'Vouchers of a period as a file for Tally',
  query: {
    FromDate: datetime('From Date', { required: 'FromDate is missing' }),
    ToDate: datetime('To Date', { required: 'ToDate is missing' }),
    EntityId: integer('Legal Entity or Place'),
  },
  handler: async (call) => {
    const { db, user, query } = call
    if (!isSupervisor(user)) throw notPermitted('Accounts and managers export vouchers')
    const period = { from: query.FromDate ?? '', till: query.ToDate ?? '', entityId: query.EntityId ?? user.EntityId }
    if (!user.Clients.includes(period.entityId)) throw notFound()
    if (period.till < period.from) throw invalid({ ToDate: ['To Date cannot be before From Date'] })
    const company = await db.replica.one<{ Name: string }>(sql`
      select
        name
      from
        clients
      where
        client_id = ${period.entityId}
    `)
    const lines = async function* (failed: () => void): AsyncGenerator<string> {
      yield beginXml(company.Name)
      try {
        for await (const some of db.stream<Part>(parts(period, user))) yield some.map(partXml).join('')
      } catch (error) {
        failed()
        // without its end the file is not imported
        throw error
      }
      yield endXml
    }
    return exported(call, 'daybook', (failed) => ({
      stream: lines(failed),
      mediaType: 'application/xml',
      name: `tally-${dayOf(period.from)}-${dayOf(period.till)}.xml`,
    }))
  },
})
