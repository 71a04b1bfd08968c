// `npm run bench`: runs the measurements of bench/, see docs/performance.md; `-- --against <folder>` compares another
// checkout, `-- --line` measures over a slow line, `-- --backup` a backup and its restore.
const others = { '--against': 'against', '--line': 'line', '--backup': 'backup/backup' }
const measuring = Object.entries(others).find(([name]) => process.argv.includes(name))?.[1] ?? 'bench'
await import(`../bench/${measuring}.ts`)
