// npm run format: formats every file by .prettierrc; npm test refuses a file that differs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { top } from './steps.ts'

process.exitCode =
  spawnSync(
    process.execPath,
    [path.join(top, 'node_modules/prettier/bin/prettier.cjs'), '--write', '--cache', '--log-level', 'warn', '.'],
    { cwd: top, stdio: 'inherit' },
  ).status ?? 1
