// npm run format: writes every file the way .prettierrc says; npm test refuses what differs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { top } from './steps.ts'

process.exitCode =
  spawnSync(
    process.execPath,
    [path.join(top, 'node_modules/prettier/bin/prettier.cjs'), '--write', '--cache', '--log-level', 'warn', '.'],
    { cwd: top, stdio: 'inherit' },
  ).status ?? 1
