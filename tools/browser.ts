// Finds a Chromium for the journeys, installs one if there is none, and starts it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const top = path.resolve(import.meta.dirname, '..')
// the shell has no window to draw: a page opens in a quarter of the time
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A program's full path, or undefined. */
export const programAt = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => [path.join(folder, name), path.join(folder, `${name}.exe`)])
    .find((file) => existsSync(file))

/** The browser to use: CHROMIUM_PATH, one on the machine, or the one that playwright-core fetched. */
export const findBrowser = (): string | undefined => {
  const wished = process.env['CHROMIUM_PATH']
  if (wished) return wished
  const fetched = chromium.executablePath()
  return (
    names.map(programAt).find((file) => file !== undefined) ??
    [...places, fetched].find((file) => file !== '' && existsSync(file))
  )
}

const run = (program: string, args: string[]): boolean =>
  spawnSync(program, args, {
    cwd: top,
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const mayInstall = (): boolean => process.getuid?.() === 0 && programAt('apt-get') !== undefined
/**
 * Debian's and Ubuntu's packages; as root only. Ubuntu's chromium is a stub for snap: without snap it is not found
 * afterwards.
 */
const fromApt = (): void => {
  if (!mayInstall()) return
  const install = (name: string): boolean => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  if (install(shell) || install('chromium') || !run('apt-get', ['update', '-qq'])) return
  if (!install(shell)) install('chromium')
}

/** Playwright's own download: macOS, Windows, or an ordinary user. */
const fromPlaywright = (): void => {
  run(process.execPath, [path.join(top, 'node_modules/playwright-core/cli.js'), 'install', 'chromium-headless-shell'])
}

/** A Chromium in an npm package, for Linux without root when no other can be fetched. */
const fromNpm = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return undefined
  const folder = path.join(top, 'node_modules', '.aliquot-chromium')
  mkdirSync(folder, { recursive: true })
  const entry = path.join(folder, 'node_modules/@sparticuz/chromium')
  if (
    !existsSync(entry) &&
    !run('npm', [
      'install',
      '--ignore-scripts',
      '--update-notifier=false',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '@sparticuz/chromium@153.0.0',
    ])
  )
    return undefined
  try {
    const { default: packed } = (await import(path.join(entry, 'build/index.js'))) as {
      default: { executablePath(): Promise<string> }
    }
    return await packed.executablePath()
  } catch {
    return undefined
  }
}

const works = (file: string | undefined): file is string =>
  file !== undefined && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0

/** The path of a browser that starts, installing one when there is none; undefined when that fails too. */
export const ensureBrowser = async (say: (line: string) => void): Promise<string | undefined> => {
  // the shell is quicker than a browser already present, so it is installed when that is possible
  if (programAt(shell) === undefined && mayInstall())
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', shell])
  let found = findBrowser()
  if (works(found)) return found
  say('No Chromium found: installing one ...')
  for (const get of [fromApt, fromPlaywright]) {
    get()
    found = findBrowser()
    if (works(found)) return found
  }
  found = await fromNpm()
  return works(found) ? found : undefined
}

/** Milliseconds by which the clock of this process is shifted (TEST_CLOCK), for the pages of a browser. */
export const clockShift = (): number => Number.parseInt(process.env['FAKETIME'] ?? '0', 10) * 1000

/** The options of the browser, the same for journeys and component tests. */
export const browserOptions = (): LaunchOptions => {
  // a shifted clock of this process makes a browser very slow: its pages get their own shift (clockShift)
  const { LD_PRELOAD: _preload, ...env } = process.env
  const executablePath = findBrowser()
  return {
    ...(executablePath !== undefined && { executablePath }),
    env,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/**
 * Starts the browser without a window. Throws with one clear line when there is none. `scrollBars`: shows scroll bars
 * as on a desktop; a browser without a window hides them. `leads`: where a host and port lead instead.
 */
export const launchBrowser = async ({
  scrollBars = false,
  leads = {},
}: { scrollBars?: boolean; leads?: Readonly<Record<string, string>> } = {}): Promise<Browser> => {
  const rules = Object.entries(leads).map(([from, to]) => `MAP ${from} ${to}`)
  const { args = [], ...options } = browserOptions()
  if (options.executablePath === undefined)
    throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH to its program.')
  return chromium.launch({
    ...options,
    args: rules.length === 0 ? args : [...args, `--host-resolver-rules=${rules.join(',')}`],
    ...(scrollBars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  })
}
