// npm run dev: the server, started again when one of its files changes, and Vite on port 4200.
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

const top = path.resolve(import.meta.dirname, '..')
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: top, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } })
const children = [
  start('--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', path.join(top, 'start/main.ts')),
  start(path.join(top, 'node_modules/vite/bin/vite.js')),
]
const end = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
process.on('disconnect', end)
let left = children.length
let worst = 0
for (const child of children) {
  child.on('exit', (code) => {
    end()
    worst ||= code ?? 0
    left -= 1
    if (left === 0) process.exit(worst)
  })
}
