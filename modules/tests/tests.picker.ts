// The picker of tests.
import { ofDepartment } from '../departments/departments.picker.ts'

export const testPickers = { test: ofDepartment('/api/tests', 'TestId') }
