// The picker of departments, and of what belongs to one.
import { codeColumn, keyIn, nameColumn, type PickerDefinition } from '../../web/picker/definition.ts'

const catalogue = (path: string, key: string): PickerDefinition => ({
  path,
  key,
  columns: [codeColumn(110), nameColumn],
  local: true,
})
/** What a department has: the department of the record around narrows it. */
export const ofDepartment = (path: string, key: string): PickerDefinition => ({
  ...catalogue(path, key),
  query: (_session, around) => {
    const DepartmentId = keyIn(around, 'DepartmentId')
    return DepartmentId === undefined ? {} : { DepartmentId }
  },
})

export const departmentPickers = { department: catalogue('/api/departments', 'DepartmentId') }
