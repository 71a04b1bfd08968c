// The picker of elements.
import { codeColumn } from '../../web/picker/definition.ts'
import { ofDepartment, toldApart } from '../departments/departments.picker.ts'

export const elementPickers = { element: ofDepartment('/api/elements', 'ElementId', [codeColumn(84), ...toldApart]) }
