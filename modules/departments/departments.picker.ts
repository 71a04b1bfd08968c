// The picker of departments, and of what belongs to one.
import { codeColumn, keyIn, nameColumn, type PickerColumn, type PickerDefinition } from '../../web/picker/definition.ts'

const codeAndName: readonly PickerColumn[] = [codeColumn(110), nameColumn]
/** What distinguishes two of one name. */
export const toldApart: readonly PickerColumn[] = [
  nameColumn,
  { name: 'Description', title: 'Description', width: '1fr' },
  { name: 'DepartmentName', title: 'Department', width: '150px' },
]
const catalogue = (path: string, key: string, columns = codeAndName): PickerDefinition => ({
  path,
  key,
  columns,
  local: true,
})
/** Records of a department: the department of the record around narrows them. */
export const ofDepartment = (path: string, key: string, columns?: readonly PickerColumn[]): PickerDefinition => ({
  ...catalogue(path, key, columns),
  query: (_session, around) => {
    const DepartmentId = keyIn(around, 'DepartmentId')
    return DepartmentId === undefined ? {} : { DepartmentId }
  },
})

export const departmentPickers = { department: catalogue('/api/departments', 'DepartmentId') }
