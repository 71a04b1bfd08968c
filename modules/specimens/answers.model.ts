// What look-ups of specimens answer.
import { asks } from '../../core/answer/answer.ts'

/** Specimens that may be chosen. */
export const activeSpecimens = asks('specimens', [
  { SpecimenId: 'integer', Name: 'text', UnitOfMeasure: 'text?', Container: 'text?', CapColour: 'text?' },
])
