// What look-ups of instruments of laboratories answer.
import { asks } from '../../core/answer/answer.ts'

/** Instruments of laboratories that may be chosen. */
export const activeLabInstruments = asks('labinstruments', [
  {
    LabInstrumentId: 'integer',
    LabId: 'integer',
    Lab: 'text',
    InstrumentId: 'integer',
    Name: 'text',
    DepartmentId: 'integer',
    DepartmentName: 'text',
  },
])
