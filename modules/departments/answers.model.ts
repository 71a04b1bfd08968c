// What questions about departments answer.
import { asks } from '../../core/answer/answer.ts'

/** Departments that may be chosen. */
export const activeDepartments = asks('departments', [
  {
    DepartmentId: 'integer',
    Code: 'text?',
    Name: 'text',
    Description: 'text?',
    ParentDepartmentId: 'integer?',
  },
])
