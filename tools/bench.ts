// `npm run bench`: runs the measurements of bench/, see docs/performance.md; `-- --against <folder>` compares another
// checkout, `-- --line` measures over a slow line.
const measuring = process.argv.includes('--against') ? 'against' : process.argv.includes('--line') ? 'line' : 'bench'
await import(`../bench/${measuring}.ts`)
