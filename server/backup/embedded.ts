// The embedded database as the target of a restore: filled under another name, so that it is there whole or not at all.
import { ConfigError } from '../config.ts'
import { startEmbedded } from '../embedded/launcher.ts'
import type { Backup } from './format/open.ts'
import { restoreInto, type Restored, type Restoring } from './restore.ts'

/** @throws ConfigError with one line for a data folder that has a network, or whose server runs */
export const restoreEmbedded = async (dataDir: string, backup: Backup, restoring: Restoring): Promise<Restored> => {
  let restored: Restored | undefined
  const database = await startEmbedded({
    dataDir,
    log: restoring.log ?? (() => undefined),
    isAlone: true,
    fill: async (addresses) => {
      restored = await restoreInto(addresses, backup, restoring)
    },
  })
  await database.stop()
  if (restored) return restored
  throw new ConfigError(
    `The database in ${dataDir} is not empty, and a restore never writes over anything. ` +
      'Set DATA_DIR to a new folder and restore there.',
  )
}
