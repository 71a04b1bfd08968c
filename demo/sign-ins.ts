// The people of the demo network who can sign in; the loader gives all of them the public password.
/** Name, full name, roles, entities; the first entity is the default. */
export const signIns: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ['admin', 'Anita Sharma', [1], [1, 2, 3, 11, 12, 13, 14, 15, 16]],
  ['manager', 'Rohan Deshpande', [2], [1, 2, 3]],
  ['pathologist', 'Dr Vidya Rao', [3], [2, 3]],
  ['pathologist2', 'Dr Arjun Mehta', [3], [2]],
  ['technologist', 'Suresh Patil', [4], [2]],
  ['labdesk', 'Kavita Joshi', [5], [2]],
  ['logistics', 'Imran Shaikh', [8], [2]],
  ['quality', 'Leena Fernandes', [10], [2]],
  ['nashik', 'Prakash Gaikwad', [4, 5], [3]],
  ['frontdesk', 'Meghana Kale', [5], [12]],
  ['frontdesk2', 'Sagar More', [5], [11]],
  ['phlebotomist', 'Deepa Nair', [6], [12]],
  ['accounts', 'Nilesh Shah', [7], [2, 12]],
  ['salesmanager', 'Farah Khan', [9], [2]],
  ['auditor', 'Joseph Dsouza', [11], [1]],
  ['doctor', 'Dr Aarti Deshmukh', [12], [101]],
  ['institution', 'Sunrise Hospital desk', [13], [21]],
  ['referrer', 'Om Health Assist', [14], [141]],
  ['courier', 'Pune city route', [8], [151]],
]
