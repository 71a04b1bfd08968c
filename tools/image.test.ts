// The image and compose.yaml name only what exists: variables that the server reads, files that it needs, an address
// that it answers.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const top = path.resolve(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(path.join(top, name), 'utf8')
const [dockerfile, compose, config, health] = [
  'Dockerfile',
  'compose.yaml',
  'server/config.ts',
  'server/routes/health.ts',
].map(read) as [string, string, string, string]

/** What the last stage of the image takes over, as paths of this folder. */
const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)].map(([, from = '']) => from)
const isCopied = (file: string): boolean => copied.some((from) => file === from || file.startsWith(`${from}/`))
/** Made by the image's first stage. */
const built = ['dist', 'node_modules']

/** Files that a program imports, or reads by an address next to it; those of a module that was loaded are followed. */
const reached = (start: string): Set<string> => {
  const found = new Set([start])
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, , name = ''] of read(file).matchAll(
      /(from |import\(|import |new URL\()'(\.\.?\/[^']+?\.(?:tsx?|json|sql|svg|ttf|csv))'/g,
    )) {
      const next = path.posix.join(path.posix.dirname(file), name)
      if (existsSync(path.join(top, next))) found.add(next)
    }
  }
  return found
}
/** Variables of the process that belong to Node, to the image, or to the developer's programs. */
const ofNode = ['NODE_ENV']
const isRead = (variable: string): boolean => config.includes(`'${variable}'`) || ofNode.includes(variable)

test('every variable of the image and of the app in compose.yaml is one that the server reads', () => {
  const ofImage = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
  const app = /\n {2}app:\n([\s\S]*?)\n {2}database:/.exec(compose)?.[1] ?? ''
  const ofApp = [...app.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name)
  expect([ofImage.length, ofApp.length].every((count) => count > 2)).toBe(true)
  expect([...ofImage, ...ofApp].filter((name) => !isRead(name))).toEqual([])
})

test('the image has every file that its programs load', () => {
  expect(copied.filter((from) => !built.includes(from) && !existsSync(path.join(top, from)))).toEqual([])
  const named = [...compose.matchAll(/exec app node (\S+\.ts)/g)].map(([, program = '']) => program)
  const programs = ['start/main.ts', 'start/worker.ts', ...named]
  for (const program of new Set(programs)) {
    const needed = reached(program)
    expect(needed.size).toBeGreaterThan(20)
    expect([program, [...needed].filter((file) => !isCopied(file))]).toEqual([program, []])
  }
  expect(dockerfile).toMatch(/^CMD \["node", .*"start\/main\.ts"\]$/m)
})

test('ports, health checks, mounts and named programs exist', () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1]
  expect(dockerfile).toContain(`EXPOSE ${port}`)
  expect(compose).toContain(`--to app:${port}`)
  const asked = /fetch\('http:\/\/127\.0\.0\.1:(\d+)(\/\w+)'\)/.exec(dockerfile)
  expect(asked?.[1]).toBe(port)
  expect(health).toContain(`'${asked?.[2]}'`)
  const mounted = [...compose.matchAll(/- (\.\/[^:\s]+):/g)].map(([, file = '']) => file)
  expect(mounted.filter((file) => !existsSync(path.join(top, file)))).toEqual([])
  const volumes = [...(/^volumes:\n([\s\S]*)$/m.exec(compose)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(
    ([, name]) => name,
  )
  const used = [...compose.matchAll(/(?:\[|- |")(\w+):\/\S/g)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(volumes.sort())
  for (const [, program = ''] of compose.matchAll(/exec app node (\S+\.ts)/g))
    expect([program, isCopied(program)]).toEqual([program, true])
})
