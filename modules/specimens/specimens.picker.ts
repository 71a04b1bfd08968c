// The picker of specimens.
import { ofDepartment } from '../departments/departments.picker.ts'

export const specimenPickers = { specimen: ofDepartment('/api/specimens', 'SpecimenId') }
