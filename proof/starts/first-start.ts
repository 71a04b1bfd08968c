// A first start of the product in a folder of its own, at a given moment: its output, whether it serves, its end.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentAt } from '../../tools/clock.ts'

const main = fileURLToPath(new URL('../../start/main.ts', import.meta.url))

export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aliquot-first-'))
  chmodSync(folder, 0o755) // the database's account must reach it
  return folder
}
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Seconds by which the clock of this process is already shifted. */
const offsetHere = (): number => Number.parseInt(process.env['FAKETIME'] ?? '0', 10)
/** The environment of a process at a moment, also from a process with a shifted clock. */
const clockAt = (moment: string): NodeJS.ProcessEnv => {
  const environment = environmentAt(moment)
  if (environment === undefined) return {}
  const seconds = Number.parseInt(environment['FAKETIME'] ?? '0', 10) + offsetHere()
  return { ...environment, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s` }
}

export type Start = {
  child: ChildProcess
  said(): string
  /** Its address once it serves; an error with its output when it ends before. */
  served: Promise<string>
  ended: Promise<number | null>
}

/** Starts the product at a moment; by default now. */
export const startIn = (folder: string, env: Record<string, string>, moment?: string): Start => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: {
      ...process.env,
      ...(moment === undefined ? {} : clockAt(moment)),
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: path.join(folder, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a process group of its own when a signal must reach all of it; else it ends with the process that started it
    detached: moment === undefined,
  })
  let text = ''
  const served = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<number | null>()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      text += part.toString()
      const address = /Aliquot is at (\S+)/.exec(text)?.[1]
      if (address !== undefined) served.resolve(address)
    })
  child.on('exit', (code) => {
    served.reject(new Error(`It ended with ${code} before it served: ${text.trim()}`))
    ended.resolve(code)
  })
  // a caller that does not wait for it must not get an unhandled rejection
  served.promise.catch(() => undefined)
  return { child, said: () => text, served: served.promise, ended: ended.promise }
}

/** Sends JSON; answers status and body. */
export const send = async (url: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Whether the users of a whole demo network can sign in, among them the last one that the load creates. */
export const signsIn = async (address: string): Promise<boolean> => {
  for (const username of ['admin', 'labdesk', 'patient']) {
    const { status } = await send(`${address}/api/login`, { username, password: 'aliquot-demo' })
    if (status !== 200) return false
  }
  return true
}

/** One whole first start at a moment, ended by a signal; answers its seconds. @throws with the problem */
export const startAt = async (moment?: string): Promise<number> => {
  const folder = newFolder()
  const begun = performance.now()
  const { child, said, served, ended } = startIn(folder, { DEMO: 'true' }, moment)
  try {
    const address = await served
    const seconds = (performance.now() - begun) / 1000
    if (!(await signsIn(address))) throw new Error('The server refused a sign-in of the demo')
    child.kill('SIGTERM')
    const code = await ended
    if (code !== 0) throw new Error(`It ended with ${code}: ${said().trim()}`)
    return seconds
  } finally {
    child.kill('SIGKILL')
    await ended
    removeFolder(folder)
  }
}
