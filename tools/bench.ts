// `npm run bench`: the measuring of bench/, see docs/performance.md.
await import('../bench/bench.ts')
