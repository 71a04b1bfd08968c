// The second factor of the signed-in user: given at sign-in, turned on, turned off.
import { password, text } from '../../../core/model.ts'
import type { Tx } from '../../db/db.ts'
import { writeAccess } from '../../door/audit.ts'
import { sessionOf } from '../../http/http.ts'
import { matrixPath, qr } from '../../print/barcode.ts'
import { invalid, notPermitted, refused } from '../../refusal.ts'
import { json, routeOf, type Call, type NoFields, type Route } from '../../route.ts'
import { endOthersOf } from '../../session/ending.ts'
import { provenUser } from '../../session/guesses.ts'
import {
  beginFactor,
  endFactor,
  factorState,
  newRecoveryCodes,
  proveSession,
  takeCode,
} from '../../session/second-factor.ts'
import {
  secondFactor,
  factorBegun,
  factorConfirmed,
  newCodes,
  factorEnded,
  codeGiven,
} from '../../../core/answer/questions.ts'

const code = { Code: text('Code', { required: 'Code is required', maxLength: 20 }) }
const word = { CurrentPassword: password('Current Password') }
const own = 'the signed-in user only'
const wrongCode = () => invalid({ Code: ['Wrong code'] })

const whoOf = (call: Call) => {
  const { row, user, tokenHash } = sessionOf(call)
  return { userId: row.UserId, row, tokenHash, entityId: user?.EntityId ?? null }
}
const note = (tx: Tx, call: Call, what: string): Promise<number> => {
  const { userId, entityId } = whoOf(call)
  return writeAccess(
    tx,
    { UserId: userId, EntityId: entityId, requestId: call.requestId },
    what,
    'users',
    userId,
    call.address,
  )
}
/** Runs an act after a right code. A wrong one is counted, even when the rest is rolled back. */
const withCode = async <T>(call: Call<NoFields, typeof code>, act: (tx: Tx) => Promise<T>): Promise<T> => {
  const { userId } = whoOf(call)
  const done = await call.db.transaction(async (tx) =>
    (await takeCode(tx, userId, call.body.Code ?? ''))
      ? { answer: await act(tx) }
      : void (await note(tx, call, 'second factor failed')),
  )
  if (!done) throw wrongCode()
  return done.answer
}
const provePassword = async (call: Call<NoFields, typeof word>): Promise<void> => {
  const { userId, row } = whoOf(call)
  if ((await provenUser(call.db, row.UserName, call.body.CurrentPassword ?? '', call)) !== userId)
    throw invalid({ CurrentPassword: ['This is not your current password'] })
}

const give = routeOf({
  method: 'POST',
  ...codeGiven,
  access: 'begun',
  scope: own,
  summary: 'Give the second factor that sign-in requires',
  body: code,
  handler: async (call) => {
    const { userId, row, tokenHash } = whoOf(call)
    if (row.Factor !== 'asked') throw refused('Sign-in does not require a second factor now')
    const left = await withCode(call, async (tx) => {
      await proveSession(tx, tokenHash)
      await note(tx, call, 'second factor')
      return (await factorState(tx, userId)).RecoveryCodes
    })
    return json({ message: left < 3 ? `Code accepted; ${left} recovery codes are left` : 'Code accepted' })
  },
})

const begin = routeOf({
  method: 'POST',
  ...factorBegun,
  access: 'begun',
  scope: own,
  summary: 'Make a new secret for an authenticator, with its QR code',
  body: word,
  handler: async (call) => {
    const { userId, row } = whoOf(call)
    if (row.Factor === 'asked') throw notPermitted('Enter the code of your authenticator first')
    // a user who has to set one up gave the password a moment ago
    if (row.Factor !== 'wanted') await provePassword(call)
    const { secret, address } = await call.db.transaction((tx) => beginFactor(tx, userId, row.UserName))
    const matrix = qr(address)
    return json({ Secret: secret, Address: address, Qr: { Size: matrix.Size, Path: matrixPath(matrix) } })
  },
})

const confirm = routeOf({
  method: 'POST',
  ...factorConfirmed,
  access: 'begun',
  scope: own,
  summary: 'Turn the second factor on, with a code of it; answers ten recovery codes',
  body: code,
  handler: async (call) => {
    const { userId, row, tokenHash } = whoOf(call)
    if (row.Factor === 'asked') throw notPermitted('Enter the code of your authenticator first')
    if ((await factorState(call.db.read, userId)).On)
      throw refused('You already have a second factor. Turn it off first')
    const RecoveryCodes = await withCode(call, async (tx) => {
      await proveSession(tx, tokenHash)
      // other sessions were signed in without it
      await endOthersOf(tx, userId, tokenHash, 'factor-changed')
      await note(tx, call, 'second factor on')
      return newRecoveryCodes(tx, userId)
    })
    return json({ message: 'The second factor is on', RecoveryCodes })
  },
})

const renew = routeOf({
  method: 'POST',
  ...newCodes,
  access: 'signed in',
  scope: own,
  summary: 'Replace the recovery codes by ten new ones',
  body: code,
  handler: async (call) => {
    const RecoveryCodes = await withCode(call, async (tx) => {
      await note(tx, call, 'recovery codes')
      return newRecoveryCodes(tx, whoOf(call).userId)
    })
    return json({ message: 'Your previous recovery codes no longer work', RecoveryCodes })
  },
})

const end = routeOf({
  method: 'POST',
  ...factorEnded,
  access: 'signed in',
  scope: own,
  summary: 'Turn the second factor off, with password and code',
  body: { ...word, ...code },
  handler: async (call) => {
    const { userId } = whoOf(call)
    if ((await factorState(call.db.read, userId)).Demanded) throw refused('Your role requires a second factor')
    await provePassword(call)
    await withCode(call, async (tx) => {
      await endFactor(tx, userId)
      await note(tx, call, 'second factor off')
    })
    return json({ message: 'The second factor is off' })
  },
})

const state: Route = {
  method: 'GET',
  ...secondFactor,
  access: 'begun',
  scope: own,
  summary: 'Whether a second factor is on, and how many recovery codes are left',
  handler: async (call) => json(await factorState(call.db.read, whoOf(call).userId)),
}

export const secondFactorRoutes: readonly Route[] = [state, give, begin, confirm, renew, end]
