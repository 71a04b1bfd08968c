// The network that a set-up creates: the questions, the errors of the answers, and its first records.
import { email, integer, text } from '../core/model.ts'
import { network, type Network } from '../core/network.ts'
import { entityType, role } from '../core/user.ts'
import { refusedSettings } from '../modules/settings/errors.server.ts'
import { literal, sql, type Tx } from '../server/db/db.ts'
import { writeAudit } from '../server/door/audit.ts'
import type { Call } from '../server/route.ts'
import { hashPassword } from '../server/session/passwords.ts'
import { fillStart } from './fill.ts'
import { beginFirstSteps } from './first-steps.ts'

export const networkFields = {
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
export type Sent = Readonly<Record<keyof typeof networkFields, string | number | null | undefined>>

const trimmed = (sent: Sent): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )
/** Errors of the answers beyond their format. */
export const sentErrors = async (tx: Tx, sent: Sent): Promise<Record<string, string[]>> => ({
  ...(await refusedSettings(tx, trimmed(sent))),
  ...(!/^[A-Za-z0-9._-]+$/.test(String(sent.UserName).trim()) && {
    UserName: ['Letters, digits, dot, dash and underscore only'],
  }),
  ...(!/^[A-Z]{3}$/.test(String(sent.BillPrefix).trim()) && {
    BillPrefix: ['Prefix must have exactly 3 uppercase letters'],
  }),
})

const addClient = async (
  tx: Tx,
  client: { type: number; name: string; parent: number | null; code?: string; prefix?: string },
): Promise<number> =>
  (
    await tx.one<{ ClientId: number }>(sql`
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
  ).ClientId

/** Requires a second factor for the roles whose password alone would open the network's money and rights. */
export const demandFactors = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update roles
    set
      second_factor = true
    where
      role_id in (${literal(role.Administrator, role.BusinessManager, role.Accounts)})
  `)

/**
 * Creates legal entity, first lab and first administrator in an empty database, with the initial rows of every network.
 */
export const makeNetwork = async (tx: Tx, call: Call, sent: Sent): Promise<Network> => {
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
  const { UserId } = await tx.one<{ UserId: number }>(sql`
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
  await demandFactors(tx)
  await beginFirstSteps(tx)
  const settings: Network = {
    ...network,
    name: plain('NetworkName'),
    timeZone: plain('TimeZone'),
    currency: plain('Currency'),
    locale: plain('Locale') || network.locale,
    yearStartMonth: Number(sent.YearStartMonth),
    publicAddress: plain('PublicAddress').replace(/\/$/, '') || null,
    // the host where the link was opened is accepted even if the public address is wrong
    acceptedNames: [new URL(call.origin).hostname],
  }
  await tx.run(sql`
    update network_settings
    set
      name = ${settings.name},
      time_zone = ${settings.timeZone},
      currency = ${settings.currency},
      locale = ${settings.locale},
      year_start_month = ${settings.yearStartMonth},
      public_address = ${settings.publicAddress},
      accepted_names = ${[...settings.acceptedNames]}
  `)
  const author = { UserId, RoleId: role.Administrator, EntityId: entity, requestId: call.requestId }
  for (const [module, formId] of [
    ['clients', entity],
    ['clients', lab],
    ['users', UserId],
    ['settings', 1],
  ] as const)
    await writeAudit(tx, author, { module, formId, action: 'create', remarks: 'Set up' })
  return settings
}
