// The embedded database is reachable only through its own socket, and never runs as root.
import { statSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('it listens on a unix socket in a private folder, as an account without rights', async () => {
  const client = new pg.Client({ connectionString: inject('cluster').superuser.replace('{database}', 'postgres') })
  await client.connect()
  const shown = async (name: string): Promise<string> =>
    Object.values((await client.query<Record<string, string>>(`show ${name}`)).rows[0] ?? {})[0] ?? ''
  try {
    if (process.platform === 'win32') return expect(await shown('listen_addresses')).toBe('127.0.0.1')
    expect(await shown('listen_addresses')).toBe('')
    const socket = statSync((await shown('unix_socket_directories')).replaceAll('"', ''))
    expect((socket.mode & 0o777).toString(8)).toBe('700')
    expect(statSync(await shown('data_directory')).uid).not.toBe(0)
  } finally {
    await client.end()
  }
})
