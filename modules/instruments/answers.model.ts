// What look-ups of instruments answer.
import { asks } from '../../core/answer/answer.ts'

/** Instruments that may be chosen. */
export const activeInstruments = asks('instruments', [
  { InstrumentId: 'integer', Name: 'text', Description: 'text?', DepartmentId: 'integer', DepartmentName: 'text' },
])
