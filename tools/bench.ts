// `npm run bench`: the measuring of bench/, see docs/performance.md; `-- --against <folder>` beside another checkout.
await import(process.argv.includes('--against') ? '../bench/against.ts' : '../bench/bench.ts')
