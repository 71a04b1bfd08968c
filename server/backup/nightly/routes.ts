// How the backups are, for those who may change the network's settings.
import { backupsOfNetwork } from '../../../core/entrance/backups.ts'
import type { Config } from '../../config.ts'
import { json, type Route } from '../../route.ts'
import { readBackups } from './state.ts'

export const backupRoutes = ({ backup }: Config): readonly Route[] => [
  {
    method: 'GET',
    ...backupsOfNetwork,
    access: { module: 'settings', permit: 'update' },
    scope: 'the whole database, for those who may change its settings',
    summary: 'The last backup and the last trial restore',
    handler: async (call) => json(await readBackups(call.db.read, backup.isScheduled)),
  },
]
