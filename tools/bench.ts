// `npm run bench`: the measuring of bench/, see docs/performance.md; `-- --against <folder>` beside another checkout,
// `-- --line` over a slow line.
const measuring = process.argv.includes('--against') ? 'against' : process.argv.includes('--line') ? 'line' : 'bench'
await import(`../bench/${measuring}.ts`)
