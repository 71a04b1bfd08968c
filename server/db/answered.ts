// What PostgreSQL answers, for the test that compares it with the shapes that the code claims (tools/shapes/report.ts).
import type { Named } from './names.ts'

type Hears = (answer: Named) => void
/** `asks` is called before a statement is sent; undefined in a network that runs. */
export const answered: { asks?: (text: string) => Hears | undefined } = {}
