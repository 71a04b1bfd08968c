// npm run check: the quick part of npm test.
import { boundaries, close, format, lint, tests, types } from './steps.ts'

const first = await Promise.all([types(), lint()])
const second = [await format(), await boundaries()]
const third = await tests('unit')
close([...first, ...second, third])
