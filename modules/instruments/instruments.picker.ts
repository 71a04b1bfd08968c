// The picker of instruments.
import { ofDepartment, toldApart } from '../departments/departments.picker.ts'

export const instrumentPickers = { instrument: ofDepartment('/api/instruments', 'InstrumentId', toldApart) }
