// `npm run bench`: runs the measurements of bench/, see docs/performance.md; `-- --against <folder>` compares another
// checkout, `-- --line` measures over a slow line, `-- --backup` a backup and its restore, `-- --lists` every list with
// each of its filters.
const others = { '--against': 'against', '--line': 'line', '--backup': 'backup/backup', '--lists': 'lists/lists' }
const measuring = Object.entries(others).find(([name]) => process.argv.includes(name))?.[1] ?? 'bench'
await import(`../bench/${measuring}.ts`)
