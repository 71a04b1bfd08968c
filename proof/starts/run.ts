// `npm run proof -- starts`: first starts at 24 moments, and starts that end at ten moments of the load and of the
// set-up: each time the next start must be whole. Prints the outcome, and ends with 1 when one was not whole.
import { setTimeout as wait } from 'node:timers/promises'
import { turns } from './dates.ts'
import { newFolder, removeFolder, send, signsIn, startAt, startIn } from './first-start.ts'

let failed = 0
const say = (line: string): void => console.info(line)
const tried = async (name: string, work: () => Promise<string>): Promise<void> => {
  try {
    say(`ok     ${name}: ${await work()}`)
  } catch (error) {
    failed += 1
    say(`FAILED ${name}: ${(error as Error).message}`)
  }
}
/** Runs `count` works at a time. */
const sideBySide = async (count: number, works: readonly (() => Promise<void>)[]): Promise<void> => {
  const left = [...works]
  const worker = async (): Promise<void> => {
    for (let work = left.shift(); work; work = left.shift()) await work()
  }
  await Promise.all(Array.from({ length: count }, worker))
}

/** Ends a start in the middle of the load: the next start must be whole. */
const endedAfter = async (seconds: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<string> => {
  const folder = newFolder()
  try {
    const first = startIn(folder, { DEMO: 'true' })
    await wait(seconds * 1000)
    if (signal === 'SIGTERM' && first.child.pid !== undefined) process.kill(-first.child.pid, signal)
    else first.child.kill(signal)
    const code = await first.ended
    const next = startIn(folder, { DEMO: 'true' })
    const isWhole = await signsIn(await next.served)
    next.child.kill('SIGTERM')
    await next.ended
    if (!isWhole) throw new Error('The next start served a part of a network')
    const again = next.said().includes('cut off') ? ' and reported that it began again' : ''
    return `ended with ${code}, the next start is whole${again}`
  } finally {
    removeFolder(folder)
  }
}

const answers = {
  NetworkName: 'Proof Diagnostics',
  TimeZone: 'Asia/Kolkata',
  Currency: 'INR',
  Locale: 'en-IN',
  YearStartMonth: 4,
  LabName: 'First lab',
  LabCode: 'L1',
  BillPrefix: 'PRF',
  UserName: 'first',
  FullName: 'First Administrator',
  Password: 'a long enough passphrase 71',
}
const linkIn = (said: string): string | undefined => /\/setup#(\S+)/.exec(said)?.[1]

/** Kills the server in the middle of the set-up's start, or just after the answers were sent. */
const setUpEndedAfter = async (milliseconds: number, isSent: boolean): Promise<string> => {
  const folder = newFolder()
  try {
    const first = startIn(folder, { DEMO: 'false' })
    if (isSent) {
      const address = await first.served
      const sending = send(`${address}/api/setup`, { Token: linkIn(first.said()), ...answers }).catch(() => undefined)
      await wait(milliseconds)
      first.child.kill('SIGKILL')
      await sending
    } else {
      await wait(milliseconds)
      first.child.kill('SIGKILL')
    }
    await first.ended
    const next = startIn(folder, { DEMO: 'false' })
    const address = await next.served
    const Token = linkIn(next.said())
    if (Token !== undefined && (await send(`${address}/api/setup`, { Token, ...answers })).status !== 200)
      throw new Error('The server refused the set-up')
    const signed = await send(`${address}/api/login`, { username: 'first', password: answers.Password })
    next.child.kill('SIGTERM')
    await next.ended
    if (signed.status !== 200) throw new Error(`The administrator cannot sign in: ${JSON.stringify(signed.body)}`)
    return Token === undefined ? 'the network was created' : 'no network was created, and the next set-up created it'
  } finally {
    removeFolder(folder)
  }
}

const only = process.argv[2]
if (only === undefined || only === 'dates')
  await sideBySide(
    2,
    turns.map((moment) => () => tried(moment, async () => `${(await startAt(moment)).toFixed(0)} s`)),
  )
if (only === undefined || only === 'kills') {
  const moments = [0.5, 1.5, 2.5, 4, 9, 15, 25, 35, 45, 55]
  await sideBySide(
    2,
    (['SIGKILL', 'SIGTERM'] as const).flatMap((signal) =>
      moments.map((seconds) => () => tried(`${signal} after ${seconds} s`, () => endedAfter(seconds, signal))),
    ),
  )
}
if (only === undefined || only === 'setup')
  for (const [milliseconds, isSent] of [
    ...[500, 1500, 2000, 2500, 3000].map((moment) => [moment, false] as const),
    ...[0, 10, 30, 60, 120].map((moment) => [moment, true] as const),
  ])
    await tried(`set-up, SIGKILL ${milliseconds} ms after ${isSent ? 'its answers' : 'its start'}`, () =>
      setUpEndedAfter(milliseconds, isSent),
    )
say(`${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
