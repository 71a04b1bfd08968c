// The people of the authorization matrix with their places, and the shape of a module's table.
import type { Person } from './signed-in.ts'

// [sign-in, role, entity]
export const people = {
  'admin at 1': ['admin', 1, 1],
  'manager at 2': ['manager', 2, 2],
  'pathologist at 2': ['pathologist', 3, 2],
  'technologist at 2': ['technologist', 4, 2],
  'desk at 2': ['labdesk', 5, 2],
  'desk at 12': ['frontdesk', 5, 12],
  'desk at 11': ['frontdesk2', 5, 11],
  'phlebotomist at 12': ['phlebotomist', 6, 12],
  'accounts at 2': ['accounts', 7, 2],
  'accounts at 12': ['accounts', 7, 12],
  'logistics at 2': ['logistics', 8, 2],
  'sales manager at 2': ['salesmanager', 9, 2],
  'quality at 2': ['quality', 10, 2],
  'auditor at 1': ['auditor', 11, 1],
  'technologist at 3': ['nashik', 4, 3],
  'desk at 3': ['nashik', 5, 3],
  'doctor 101': ['doctor', 12, 101],
  'institution 21': ['institution', 13, 21],
  'referrer 141': ['referrer', 14, 141],
  patient: ['ramesh', 15, 0],
  courier: ['courier', 8, 151],
  stranger: ['rival', 1, 0],
} as const
export type Who = keyof typeof people
const isOne = (name: string): name is Who => Object.hasOwn(people, name)
export const everybody: readonly Who[] = Object.keys(people).filter(isOne)

export type Routes =
  | 'read'
  | 'files'
  | 'update'
  | 'print'
  | 'unlock'
  | 'cancel'
  | 'reaccession'
  | 'receive'
  | 'review'
  | 'approve'
  | 'release'
  | 'amend'
  | 'merge'
  | 'reset'
/** A route of a module called for one record, and its answer when the record exists and the permit is granted. */
export type Asked = {
  route: string
  permit: Routes
  ask: (person: Person, id: number) => Promise<{ status: number }>
  there: readonly number[]
}
export type Table = {
  records: string
  permits: Partial<Record<Routes, readonly number[]>>
  /** Records that the criteria of a role's permit exclude. */
  except?: Partial<Record<Routes, Readonly<Record<number, string>>>>
  sees: Partial<Record<Who, string>>
}
export const everyLab2 = (records: string) => ({
  'manager at 2': records,
  'pathologist at 2': records,
  'technologist at 2': records,
  'desk at 2': records,
  'accounts at 2': records,
  'logistics at 2': records,
  'quality at 2': records,
})
export const network = (records: string) => ({ 'admin at 1': records, 'auditor at 1': records })
export const nashik = (records: string) => ({ 'technologist at 3': records, 'desk at 3': records })
