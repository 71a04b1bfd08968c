// The first start outside the demo: a one-time link makes the network and its first administrator, or gives the
// administrator of a former demo a password.
import { createHash, randomBytes } from 'node:crypto'
import { email, integer, password, text } from '../core/model.ts'
import { network, setNetwork, type Network } from '../core/network.ts'
import { validate } from '../core/validate.ts'
import { writeAudit } from '../server/door/audit.ts'
import type { Config } from '../server/config.ts'
import { literal, sql, type Database, type Tx } from '../server/db/db.ts'
import { hashPassword, passwordProblem } from '../server/session/passwords.ts'
import { invalid, notFound } from '../server/refusal.ts'
import { json, type Call, type Route } from '../server/route.ts'
import { endSessionsOf } from '../server/session/session.ts'
import { fillStart } from './fill.ts'
import { entityType, role } from '../core/user.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const gone = 'This link is used up or older than 30 minutes. Start the server again for a new one.'

/**
 * Locks the accounts that still have the demo's public password and ends their sessions; a database that was no demo
 * has none. Answers how many.
 */
export const lockDemoAccounts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const locked = await tx.rows<{ user_id: number }>(sql`
      update users
      set
        password_hash = null
      where
        password_hash = (
          select
            value ->> 'passwordHash'
          from
            settings
          where
            name = 'demo'
        )
      returning
        user_id
    `)
    for (const { user_id } of locked) await endSessionsOf(tx, user_id)
    return locked.length
  })

/**
 * The token of a new set-up link where no administrator can sign in, and undefined where one can; earlier links end.
 */
export const offerSetup = (db: Database): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      delete from settings
      where
        name = 'setup'
    `)
    const administrator = await tx.maybe(sql`
      select
        1
      from
        users u
        join user_roles r on r.user_id = u.user_id
        and r.role_id = ${literal(role.Administrator)}
      where
        u.is_active
        and u.password_hash is not null
      limit
        1
    `)
    if (administrator) return undefined
    const token = randomBytes(32).toString('base64url')
    await tx.run(sql`
      insert into
        settings (name, value)
      values
        (
          'setup',
          jsonb_build_object('hash', ${hashOf(token)}::text, 'until', now() + interval '30 minutes')
        )
    `)
    return token
  })

/**
 * The link holds, it is taken by this machine (or through the proxy that was announced), and nobody else uses it
 * meanwhile.
 */
const checkLink = async (tx: Tx, call: Call, config: Config, token: unknown): Promise<void> => {
  const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(call.address)
  const found =
    typeof token === 'string' &&
    (local || config.trustProxy) &&
    (await tx.maybe(sql`
      select
        1
      from
        settings
      where
        name = 'setup'
        and value ->> 'hash' = ${hashOf(token)}
        and (value ->> 'until')::timestamptz > now()
      for update
    `))
  if (!found) throw notFound(gone)
}

type Administrator = { user_id: number; user_name: string; full_name: string; entity_id: number }
/** The administrator of a network that is there already, who has no password. */
const lockedAdministrator = (tx: Tx): Promise<Administrator | undefined> =>
  tx.maybe<Administrator>(sql`
    select
      u.user_id,
      u.user_name,
      u.full_name,
      coalesce(u.default_entity_id, u.employer_id) as entity_id
    from
      users u
      join user_roles r on r.user_id = u.user_id
      and r.role_id = ${literal(role.Administrator)}
    where
      u.is_active
    order by
      u.user_id
    limit
      1
  `)

const secret = { Token: text('Token', { required: 'Token is missing', maxLength: 100 }) }
const passwordField = { Password: password('Password', { required: 'Password is required' }) }
const networkFields = {
  NetworkName: text('Network Name', { required: 'Network Name is required', maxLength: 200 }),
  TimeZone: text('Time Zone', { required: 'Time Zone is required', maxLength: 60 }),
  Currency: text('Currency', { required: 'Currency is required', maxLength: 3 }),
  Locale: text('Locale', { maxLength: 35 }),
  YearStartMonth: integer('Financial Year Starts', {
    required: 'Financial Year Starts is required',
    min: 1,
    max: 12,
    range: 'Month 1 to 12',
  }),
  PublicAddress: text('Public Address', { maxLength: 200 }),
  LabName: text('First Lab', { required: 'First Lab is required', maxLength: 200 }),
  LabCode: text('Lab Code', { required: 'Lab Code is required', maxLength: 20 }),
  BillPrefix: text('Bill Prefix', { required: 'Bill Prefix is required', maxLength: 10 }),
  UserName: text('User Name', { required: 'User Name is required', maxLength: 60 }),
  FullName: text('Full Name', { required: 'Full Name is required', maxLength: 120 }),
  Email: email('Email'),
}
type Sent = Readonly<Record<keyof typeof networkFields, string | number | null | undefined>>

const known = (make: () => unknown): boolean => {
  try {
    make()
    return true
  } catch {
    return false
  }
}
/** What is wrong with the settings beyond their form: names that no calendar or currency table has. */
const decimalsOf = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
const isCurrency = (code: string): boolean => known(() => decimalsOf(code))
// amounts are typed with a point and kept with two decimals
const writesPoints = (locale: string): boolean =>
  new Intl.NumberFormat(locale, { useGrouping: false }).format(1.5) === '1.5'
const settingErrors = (sent: Sent): Record<string, string[]> => ({
  ...(!known(() => new Intl.DateTimeFormat('en', { timeZone: String(sent.TimeZone) })) && {
    TimeZone: ['This time zone is not known'],
  }),
  ...(!isCurrency(String(sent.Currency))
    ? { Currency: ['Three letters, like INR'] }
    : decimalsOf(String(sent.Currency)) !== 2 && { Currency: ['A currency with two decimals'] }),
  ...(sent.Locale &&
    (!known(() => Intl.getCanonicalLocales(String(sent.Locale)))
      ? { Locale: ['Like en-IN'] }
      : !writesPoints(String(sent.Locale)) && { Locale: ['One that writes decimals with a point, like en-IN'] })),
  ...(!/^[A-Za-z0-9._-]+$/.test(String(sent.UserName).trim()) && {
    UserName: ['Letters, digits, dot, dash and underscore only'],
  }),
  ...(!/^[A-Z]{3}$/.test(String(sent.BillPrefix).trim()) && {
    BillPrefix: ['Prefix must have exactly 3 uppercase letters'],
  }),
  ...(sent.PublicAddress &&
    !(URL.canParse(String(sent.PublicAddress)) && /^https?:$/.test(new URL(String(sent.PublicAddress)).protocol)) && {
      PublicAddress: ['Like https://lab.example.org'],
    }),
})

const passwordErrors = (value: unknown, ...names: string[]): Record<string, string[]> => {
  const problem = passwordProblem(String(value ?? ''), ...names)
  return problem === undefined ? {} : { Password: [problem] }
}
const refuseErrors = (errors: Record<string, string[]>): void => {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const addClient = async (
  tx: Tx,
  client: { type: number; name: string; parent: number | null; code?: string; prefix?: string },
): Promise<number> =>
  (
    await tx.one<{ client_id: number }>(sql`
      insert into
        clients (client_type_id, name, code, bill_prefix, parent_id, legal_entity_id, is_active)
      values
        (
          ${client.type},
          ${client.name},
          ${client.code ?? null},
          ${client.prefix ?? null},
          ${client.parent},
          ${client.parent},
          true
        )
      returning
        client_id
    `)
  ).client_id

/** Legal entity, first lab and first administrator of an empty database, with all that every network starts with. */
const makeNetwork = async (tx: Tx, call: Call, sent: Sent): Promise<Network> => {
  const plain = (name: keyof Sent): string => String(sent[name] ?? '').trim()
  await fillStart(tx)
  const entity = await addClient(tx, { type: entityType.LegalEntity, name: plain('NetworkName'), parent: null })
  const lab = await addClient(tx, {
    type: entityType.Lab,
    name: plain('LabName'),
    parent: entity,
    code: plain('LabCode'),
    prefix: plain('BillPrefix'),
  })
  const { user_id: UserId } = await tx.one<{ user_id: number }>(sql`
    insert into
      users (user_name, full_name, email, employer_id, default_entity_id, password_hash)
    values
      (
        ${plain('UserName')},
        ${plain('FullName')},
        ${plain('Email') || null},
        ${entity},
        ${lab},
        ${await hashPassword(String(call.body['Password']))}
      )
    returning
      user_id
  `)
  await tx.run(sql`
    insert into
      user_roles (user_id, role_id)
    values
      (${UserId}, ${role.Administrator})
  `)
  await tx.run(sql`
    insert into
      user_entities (user_id, client_id)
    values
      (${UserId}, ${entity}),
      (${UserId}, ${lab})
  `)
  const settings: Network = {
    ...network,
    name: plain('NetworkName'),
    timeZone: plain('TimeZone'),
    currency: plain('Currency'),
    locale: plain('Locale') || network.locale,
    yearStartMonth: Number(sent.YearStartMonth),
    publicAddress: plain('PublicAddress').replace(/\/$/, '') || null,
  }
  await tx.run(sql`
    insert into
      settings (name, value)
    values
      ('network', ${JSON.stringify(settings)}::jsonb)
  `)
  const author = { UserId, RoleId: role.Administrator, EntityId: entity, requestId: call.requestId }
  for (const [module, formId] of [
    ['clients', entity],
    ['clients', lab],
    ['users', UserId],
  ] as const)
    await writeAudit(tx, author, { module, formId, action: 'create', remarks: 'Set up' })
  return settings
}

const scope = 'whoever has the one-time link, on this machine'

/** GET /api/setup tells what the link is for; POST uses it up. */
export const setupRoutes = (config: Config): readonly Route[] => [
  {
    method: 'GET',
    path: 'setup',
    access: 'public',
    scope,
    summary: 'What the set-up link is for',
    query: secret,
    handler: (call) =>
      call.db.transaction(async (tx) => {
        await checkLink(tx, call, config, call.query['Token'])
        const administrator = await lockedAdministrator(tx)
        return json({ Fresh: administrator === undefined, UserName: administrator?.user_name ?? null })
      }),
  },
  {
    method: 'POST',
    path: 'setup',
    access: 'public',
    scope,
    summary: 'Make the network and its first administrator, or give the administrator a password',
    body: { ...secret, ...passwordField, ...networkFields },
    openBody: true,
    handler: async (call) => {
      const made = await call.db.transaction(async (tx) => {
        await checkLink(tx, call, config, call.body['Token'])
        const administrator = await lockedAdministrator(tx)
        const { Password } = call.body
        if (administrator) {
          refuseErrors({
            ...validate(passwordField, call.body),
            ...passwordErrors(Password, administrator.user_name, administrator.full_name),
          })
          const hash = await hashPassword(String(Password))
          await tx.run(sql`
            update users
            set
              password_hash = ${hash},
              row_version = row_version + 1
            where
              user_id = ${administrator.user_id}
          `)
          const { user_id: UserId, entity_id: EntityId } = administrator
          const changes: Record<string, [unknown, unknown]> = { Password: ['…', 'changed'] }
          const author = { UserId, RoleId: role.Administrator, EntityId, requestId: call.requestId }
          await writeAudit(tx, author, {
            module: 'users',
            formId: UserId,
            action: 'profile',
            remarks: 'Set up',
            changes,
          })
        } else {
          refuseErrors(validate({ ...passwordField, ...networkFields }, call.body))
          const sent = call.body as Sent
          refuseErrors({
            ...settingErrors(sent),
            ...passwordErrors(Password, String(sent.UserName), String(sent.FullName)),
          })
        }
        await tx.run(sql`
          delete from settings
          where
            name = 'setup'
        `)
        return administrator ? undefined : makeNetwork(tx, call, call.body as Sent)
      })
      if (made) {
        setNetwork(made)
        call.db.reopen()
      }
      return json({ message: 'Set up. Sign in with the password just chosen.' })
    },
  },
]
