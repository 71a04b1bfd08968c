// Whether a test can be measured: what is missing, and where to correct it.
import { checksOfElements, type Check, type Missing, type ReadyElement } from '../elements/ready.rules.ts'

export type ReadyTest = {
  readonly TestId: number
  readonly Name: string
  readonly IsActive: boolean
  readonly ElementIds: readonly number[]
}

const atTest = (TestId: number): Pick<Missing, 'Module' | 'Keys'> => ({ Module: 'tests', Keys: { TestId } })

/** A dry run of a test; a test that is not saved yet has the key 0. */
export const dryRunOfTest = (testId: number, elements: readonly ReadyElement[]): readonly Check[] => [
  {
    What: 'Elements',
    Said: String(elements.length),
    Missing: elements.length > 0 ? [] : [{ Text: 'It has no elements', Stops: true, ...atTest(testId) }],
  },
  ...(elements.length > 0 ? checksOfElements(elements) : []),
]

/** Tests of a product that cannot be measured as they are. */
export const unreadyTests = (tests: readonly ReadyTest[]): readonly Missing[] =>
  tests.flatMap((test): Missing[] => {
    const at = { Stops: true, ...atTest(test.TestId) }
    if (!test.IsActive) return [{ Text: `${test.Name} is not active`, ...at }]
    return test.ElementIds.length > 0 ? [] : [{ Text: `${test.Name} has no elements`, ...at }]
  })
