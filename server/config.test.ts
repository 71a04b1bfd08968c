// The environment: right values are read, a wrong value gives one line that names its variable.
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test.each([
  [{ PORT: 'many' }, 'PORT must be a number from 0 to 65535, not "many"'],
  [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535, not "65536"'],
  [{ DEMO: 'perhaps' }, 'DEMO must be true or false, not "perhaps"'],
  [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL must be an address that starts with postgres://'],
  [
    { DATABASE_SESSION_URL: 'postgres://host/db' },
    'DATABASE_SESSION_URL goes with DATABASE_URL, the address of the pooler: set both',
  ],
  [{ DATABASE_REPLICA_URL: 'nowhere' }, 'DATABASE_REPLICA_URL must be an address that starts with postgres://'],
  [{ DATABASE_CONNECTIONS: '14' }, 'DATABASE_CONNECTIONS must be a number from 15 to 500, not "14"'],
  [{ DATABASE_CONNECTIONS: 'many' }, 'DATABASE_CONNECTIONS must be a number from 15 to 500, not "many"'],
  [{ PROCESSES: 'all' }, 'PROCESSES must be auto or a number from 1 to 32, not "all"'],
  [{ PROCESSES: '0' }, 'PROCESSES must be auto or a number from 1 to 32, not "0"'],
  [{ ACCESS_LOG_DAYS: '365' }, 'ACCESS_LOG_DAYS must be a number from 366 to 36500, not "365"'],
  [{ NOTIFICATION_DAYS: '0' }, 'NOTIFICATION_DAYS must be a number from 1 to 36500, not "0"'],
  [{ PUBLIC_URL: 'lab.example.org' }, 'PUBLIC_URL must be an address that starts with https://'],
  [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be an address that starts with smtp://'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be true or false, not "yes"'],
  [{ BACKUP_HOUR: '24' }, 'BACKUP_HOUR must be a number from 0 to 23, not "24"'],
  [{ BACKUP_DAILY: '0' }, 'BACKUP_DAILY must be a number from 1 to 366, not "0"'],
  [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE must have at least 12 characters'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud"'],
])('%j gives one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(message))
})

test('with an address for sessions the other one is the pooler', () => {
  const [DATABASE_URL, DATABASE_SESSION_URL] = ['postgres://pooler:6432/db', 'postgres://host/db']
  expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, poolerUrl: undefined })
  expect(readConfig({ DATABASE_URL, DATABASE_SESSION_URL })).toMatchObject({
    databaseUrl: DATABASE_SESSION_URL,
    poolerUrl: DATABASE_URL,
  })
})

test('processes are one, a number, or one a core', () => {
  expect([readConfig({}).processes, readConfig({ PROCESSES: '3' }).processes]).toEqual([1, 3])
  expect(readConfig({ PROCESSES: 'auto' }).processes).toBe(Math.min(availableParallelism(), 32))
})

test('an empty environment is the demo, on this machine only; a demo is served to no other machine', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, trustProxy: false })
  expect(readConfig({ DATABASE_URL: 'postgres://host/db' }).demo).toBe(false)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'lab.example.org'])
    expect(() => readConfig({ HOST })).toThrow('HOST must be 127.0.0.1 in demo mode')
  expect(readConfig({ HOST: '0.0.0.0', DEMO: 'false' }).host).toBe('0.0.0.0')
})
