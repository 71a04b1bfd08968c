// The users of the demo network; the loader gives all of them the public password.
import { role } from '../core/user.ts'

/** Name, full name, roles, entities; the first entity is the default. */
export const signIns: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ['admin', 'Anita Sharma', [role.Administrator], [1, 2, 3, 11, 12, 13, 14, 15, 16]],
  ['manager', 'Rohan Deshpande', [role.BusinessManager], [1, 2, 3]],
  ['pathologist', 'Dr Vidya Rao', [role.Pathologist], [2, 3]],
  ['pathologist2', 'Dr Arjun Mehta', [role.Pathologist], [2]],
  ['technologist', 'Suresh Patil', [role.Technologist], [2]],
  ['labdesk', 'Kavita Joshi', [role.FrontDesk], [2]],
  ['logistics', 'Imran Shaikh', [role.Logistics], [2]],
  ['quality', 'Leena Fernandes', [role.QualityManager], [2]],
  ['nashik', 'Prakash Gaikwad', [role.Technologist, role.FrontDesk], [3]],
  ['frontdesk', 'Meghana Kale', [role.FrontDesk], [12]],
  ['frontdesk2', 'Sagar More', [role.FrontDesk], [11]],
  ['phlebotomist', 'Deepa Nair', [role.Phlebotomist], [12]],
  ['accounts', 'Nilesh Shah', [role.Accounts], [2, 12, 1]],
  ['salesmanager', 'Farah Khan', [role.SalesManager], [2]],
  ['auditor', 'Joseph Dsouza', [role.Auditor], [1]],
  ['doctor', 'Dr Aarti Deshmukh', [role.Doctor], [101]],
  ['institution', 'Sunrise Hospital desk', [role.Institution], [21]],
  ['referrer', 'Om Health Assist', [role.Referrer], [141]],
  ['courier', 'Pune city route', [role.Logistics], [151]],
]
