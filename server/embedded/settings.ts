// The embedded database's settings: for a machine that it shares with the server.
import { totalmem } from 'node:os'

export type Settings = {
  /** For tests: faster, but data is lost in a crash of the machine. */
  disposable?: boolean
  /**
   * For tests: a statement is planned once on its connection, instead of five times for its first values. Planning was
   * two fifths of what a database did in a run of tests, since each file begins with a new one.
   */
  isPlannedOnce?: boolean
  maxConnections?: number
  sharedBuffersMb?: number
}

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The text of aliquot.conf. Socket: the folder of the unix socket, or undefined for 127.0.0.1 (Windows). */
export const settingsFile = (settings: Settings & { socket: string | undefined; port: number }): string => {
  const memoryMb = Math.floor(totalmem() / 1024 / 1024)
  const sharedMb = settings.sharedBuffersMb ?? 256
  const values: Record<string, string> = {
    listen_addresses: settings.socket === undefined ? '127.0.0.1' : '',
    port: String(settings.port),
    unix_socket_directories: settings.socket === undefined ? '' : `"${settings.socket}"`,
    unix_socket_permissions: '0700',
    max_connections: String(settings.maxConnections ?? 60),
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${Math.max(sharedMb, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    wal_compression: 'on',
    wal_buffers: '16MB',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // statements contain patients' data: the log must not have them
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    ...(settings.disposable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'off',
      shared_buffers: '128MB',
    }),
    ...(settings.isPlannedOnce && { plan_cache_mode: 'force_generic_plan' }),
  }
  return `# Written at each start by server/embedded/settings.ts.\n${Object.entries(values)
    .map(([name, value]) => `${name} = ${quoted(value)}`)
    .join('\n')}\n`
}
