// npm run check: the quick part of npm test. Lint checks only files changed since it last passed here.
import { boundaries, close, format, lint, tests, types } from './steps.ts'

const rest = async () => [await types(), await format(), await boundaries(), await tests('unit')]
const [linted, others] = await Promise.all([lint({ again: true }), rest()])
close([linted, ...others])
