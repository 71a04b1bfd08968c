// npm run check: the quick part of npm test.
import { boundaries, close, format, lint, tests, types } from './steps.ts'

const rest = async () => [await types(), await format(), await boundaries(), await tests('unit')]
const [linted, others] = await Promise.all([lint(), rest()])
close([linted, ...others])
