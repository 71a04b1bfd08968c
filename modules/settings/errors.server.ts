// What is wrong with settings as far as the server alone can tell, for the set-up as for the screen.
import type { Errors } from '../../core/validate.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { addressForm, settingErrors } from './settings.rules.ts'

/** The database counts days, too, by a list of zones of its own. */
const isZoneHere = async (tx: Tx, zone: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      pg_timezone_names
    where
      name = ${zone}
  `)) !== undefined

/** What is not set is not asked. */
export const refusedSettings = async (
  tx: Tx,
  set: { readonly TimeZone?: unknown; readonly PublicAddress?: unknown },
): Promise<Errors> => {
  const { PublicAddress: address, TimeZone: zone } = set
  const wrongZone = typeof zone === 'string' && zone !== '' && !(await isZoneHere(tx, zone))
  // each request asks the host of the public address
  const wrongAddress = typeof address === 'string' && address !== '' && !URL.canParse(address)
  return {
    ...(wrongZone && { TimeZone: ['This time zone is not known'] }),
    ...(wrongAddress && { PublicAddress: [addressForm] }),
    ...settingErrors(set),
  }
}
