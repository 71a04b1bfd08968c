// The network's settings on the server: one record, for the administrators of the network's owner.
import { dayOf } from '../../core/dates.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { takeNetwork } from '../../server/db/network.ts'
import { isOfOwner } from '../../server/db/owner.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { invalid, refusedBy } from '../../server/refusal.ts'
import { readOf } from '../../server/table/read-of.ts'
import { saveModel } from '../../server/table/table.ts'
import { refusedSettings } from './errors.server.ts'
import { settings, type settingsFields } from './settings.model.ts'
import { mayBecome } from './settings.rules.ts'

/** Only staff of the owner may change it. */
const scope = isOfOwner

const place = { model: settings, table: 'network_settings', alias: 'setting', keyColumn: 'settings_id' }

const list = listOf(settings, {
  ...recordsOf(place),
  sort: 'Name',
  names: '',
  filters: {},
  scope,
})

// a receipt without a sale counts as well
const hasWork = sql`
  (
    exists (
      select
        1
      from
        sales
    )
    or exists (
      select
        1
      from
        transactions
    )
  )
`

/** No bill or payment is saved between the check for one and the new zone. */
const holdWork = async (tx: Tx): Promise<boolean> => {
  await tx.run(sql`
    lock table sales,
    transactions in share row exclusive mode
  `)
  const { Has } = await tx.one<{ Has: boolean }>(sql`
    select
      ${hasWork} as has
  `)
  return Has
}

/** Earlier names that the server still answers: more mistakes in a row than anyone makes. */
const mostNames = 5

/** The server still answers at the present name, also where the new address is a mistake. */
const keepAnswering = async (tx: Tx, address: string | null | undefined, next: string | undefined): Promise<void> => {
  if (!address || address === next) return
  const name = new URL(address).hostname
  await tx.run(sql`
    update network_settings
    set
      accepted_names = (
        array[${name}::text] || array_remove(accepted_names, ${name}::text)
      ) [:${mostNames}::int]
  `)
}

type Dated = { readonly EffectiveFromDate?: string | null } | null
/** One of a kind from a day on. @throws 400 at the second */
const onceADay = <R extends Dated>(
  grid: string,
  rows: readonly R[] | null | undefined,
  kindOf: (row: R) => string,
): void => {
  const days = (rows ?? []).map((row) => row?.EffectiveFromDate && `${kindOf(row)} ${dayOf(row.EffectiveFromDate)}`)
  const twice = days.findIndex((day, at) => day && days.indexOf(day) < at)
  if (twice >= 0)
    throw invalid({
      [`${grid}.${twice}.EffectiveFromDate`]: ['There is one from this day already. Change that one'],
    })
}

const save = async (context: SaveContext<typeof settingsFields>): Promise<number> => {
  const { tx, before, record } = context
  const moves = (name: 'TimeZone' | 'Currency'): boolean =>
    record[name] !== undefined && record[name] !== before?.[name]
  // the database's list of zones is long, and the stored zone is known
  const errors = await refusedSettings(tx, moves('TimeZone') ? record : { ...record, TimeZone: undefined })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  onceADay('TdsRates', record.TdsRates, (rate) => rate?.PaidFor ?? '')
  onceADay('GstLimits', record.GstLimits, () => '')
  if (before && (moves('TimeZone') || moves('Currency'))) {
    const decision = mayBecome({ ...before, HasWork: before.HasWork || (await holdWork(tx)) }, record)
    if (!decision.ok) throw refusedBy(decision)
  }
  const PublicAddress = record.PublicAddress?.replace(/\/+$/, '')
  if (record.PublicAddress !== undefined) await keepAnswering(tx, before?.PublicAddress, PublicAddress)
  return saveModel(place, {
    ...context,
    record: { ...record, ...(PublicAddress === undefined ? {} : { PublicAddress }) },
  })
}

export const settingsServer = moduleOf(settings, {
  ...place,
  scope,
  read: readOf(place, () => sql`${hasWork} as "HasWork"`),
  saved: () => 'Settings saved',
  // the next act of who saved them follows them; where the database is away, they come with the notification
  applied: (db) => takeNetwork(db).catch(() => undefined),
  save,
  statements: [{ id: 1050, name: 'Settings', module: 'settings', parameters: {}, list }],
})
