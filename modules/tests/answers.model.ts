// What look-ups of tests answer.
import { asks } from '../../core/answer/answer.ts'

/** Tests that may be chosen. */
export const activeTests = asks('tests', [
  { TestId: 'integer', Code: 'text?', Name: 'text', RecipieCost: 'money?', DepartmentId: 'integer' },
])
