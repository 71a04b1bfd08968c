// Errors in settings that only the server can find, for the set-up and the screen.
import type { Errors } from '../../core/validate.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { addressForm, settingErrors } from './settings.rules.ts'

/** The database counts days, too, by its own list of zones. */
const isZoneHere = async (tx: Tx, zone: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      pg_timezone_names
    where
      name = ${zone}
  `)) !== undefined

/** Settings that are not sent are not checked. */
export const refusedSettings = async (
  tx: Tx,
  set: { readonly TimeZone?: unknown; readonly PublicAddress?: unknown },
): Promise<Errors> => {
  const { PublicAddress: address, TimeZone: zone } = set
  const wrongZone = typeof zone === 'string' && zone !== '' && !(await isZoneHere(tx, zone))
  // each request compares its host with the public address
  const wrongAddress = typeof address === 'string' && address !== '' && !URL.canParse(address)
  return {
    ...(wrongZone && { TimeZone: ['This time zone is not known'] }),
    ...(wrongAddress && { PublicAddress: [addressForm] }),
    ...settingErrors(set),
  }
}
