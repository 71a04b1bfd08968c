// The picker of elements.
import { ofDepartment } from '../departments/departments.picker.ts'

export const elementPickers = { element: ofDepartment('/api/elements', 'ElementId') }
