// Letters queued in a table of their own: each is removed from the queue before it is handed over, tried again when the
// mail server is unreachable, never sent twice, and dropped when it is refused for good.
import type { Decision } from '../../core/refusal.ts'
import type { Author } from '../caller.ts'
import { raw, sql, type Database, type Sql, type Tx } from '../db/db.ts'
import { writeAccess } from '../door/audit.ts'
import {
  isRefusedLetter,
  mayHaveGone,
  refusedForGood,
  waitAfter,
  type Mail,
  type MailError,
  type SendMail,
} from '../letter.ts'

type Waiting = { readonly Id: number; readonly Attempts: number }
export type LetterQueue<Letter extends Waiting> = {
  /** It has state, reason, attempts, next_at and ended_at; its key is named after it: `report_letters`. */
  readonly table: string
  /** The next due letter, locked for this transaction, with its present data. */
  readonly next: (tx: Tx) => Promise<Letter | undefined>
  /** Whether it may still be sent. */
  readonly maySend: (letter: Letter) => Decision
  /** An entry written when it is taken from the queue. */
  readonly taken?: (tx: Tx, letter: Letter) => Promise<unknown>
  readonly write: (db: Database, letter: Letter) => Promise<Mail>
  /** An entry written when it was sent. */
  readonly sent?: (tx: Tx, letter: Letter) => Promise<unknown>
  /** An entry written when the mail server refused it for good. */
  readonly refused?: (tx: Tx, letter: Letter, reason: string) => Promise<unknown>
  /** The record of the letter, for the access log. */
  readonly about: (letter: Letter) => { readonly module: string; readonly key: number }
}

/** Most letters sent in one run. */
const most = 100

const keyOf = (table: string): Sql => raw(`${table.replace(/s$/, '')}_id`)

type State = 'sending' | 'sent' | 'unknown' | 'dropped'
const mark = (tx: Tx, table: string, id: number, state: State, reason: string | null = null): Promise<number> =>
  tx.run(sql`
    update ${raw(table)}
    set
      state = ${state},
      reason = ${reason},
      next_at = now(),
      ended_at = case
        when ${state}::text <> 'sending' then now()
      end
    where
      ${keyOf(table)} = ${id}
  `)

/** Takes the next letter from the queue, or drops one that may no longer be sent. */
const take = <Letter extends Waiting>(
  db: Database,
  queue: LetterQueue<Letter>,
): Promise<Letter | 'dropped' | undefined> =>
  db.transaction(async (tx) => {
    const letter = await queue.next(tx)
    if (!letter) return undefined
    const decision = queue.maySend(letter)
    await mark(tx, queue.table, letter.Id, decision.ok ? 'sending' : 'dropped', decision.ok ? null : decision.reason)
    if (decision.ok) await queue.taken?.(tx, letter)
    return decision.ok ? letter : 'dropped'
  })

const again = (db: Database, table: string, { Id, Attempts }: Waiting, reason: string): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update ${raw(table)}
      set
        state = 'waiting',
        attempts = attempts + 1,
        reason = ${`${reason}; it will be tried again`},
        next_at = now() + make_interval(mins => ${waitAfter(Attempts + 1)})
      where
        ${keyOf(table)} = ${Id}
    `),
  )

// a letter that a crashed server was sending may have been delivered: only a person sends it again
const giveUpLost = (db: Database, table: string): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      update ${raw(table)}
      set
        state = 'unknown',
        reason = 'The server stopped while sending. The letter may have been delivered',
        ended_at = now()
      where
        state = 'sending'
        and next_at < now() - interval '15 minutes'
    `),
  )

type Failed = { readonly error: Error; readonly isAway: boolean }
/** Hands a letter over. Answers the error, and whether the next letters would fail too. */
const deliver = async <Letter extends Waiting>(
  db: Database,
  queue: LetterQueue<Letter>,
  letter: Letter,
  { send, actor }: { send: SendMail; actor: Author },
): Promise<Failed | undefined> => {
  const { table } = queue
  const written = await queue.write(db, letter).catch((error: Error) => error)
  if (written instanceof Error) {
    await again(db, table, letter, 'It could not be printed')
    return { error: written, isAway: false }
  }
  const error = await send(written).then(
    () => undefined,
    (refused: MailError) => refused,
  )
  if (!error) {
    const { module, key } = queue.about(letter)
    await db.transaction(async (tx) => {
      await mark(tx, table, letter.Id, 'sent')
      await queue.sent?.(tx, letter)
      await writeAccess(tx, actor, 'mail', module, key)
    })
    return undefined
  }
  const forGood = refusedForGood(error)
  if (forGood !== undefined)
    await db.transaction(async (tx) => {
      await mark(tx, table, letter.Id, 'dropped', forGood)
      await queue.refused?.(tx, letter, forGood)
    })
  else if (mayHaveGone(error))
    await db.transaction((tx) =>
      mark(tx, table, letter.Id, 'unknown', 'The mail server did not answer. The letter may have been delivered'),
    )
  else await again(db, table, letter, 'The mail server did not accept it')
  return { error, isAway: !isRefusedLetter(error) }
}

/** Sends the queued letters. Answers how many were sent. @throws the error, after the others were tried. */
export const sendQueued = async <Letter extends Waiting>(
  db: Database,
  queue: LetterQueue<Letter>,
  send: SendMail,
  actor: Author,
): Promise<number> => {
  await giveUpLost(db, queue.table)
  let sent = 0
  let why: Error | undefined
  for (let tries = 0; tries < most; tries += 1) {
    const letter = await take(db, queue)
    if (!letter) break
    if (letter === 'dropped') continue
    const failed = await deliver(db, queue, letter, { send, actor })
    if (!failed) sent += 1
    why ??= failed?.error
    if (failed?.isAway) break
  }
  if (why) throw why
  return sent
}
