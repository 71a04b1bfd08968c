// The authorization matrix, written by hand: the roles with each permit, and the records that exist for each person.
import { accounts } from './matrix.accounts.ts'
import { everyLab2, nashik, network, type Table } from './matrix.people.ts'

/**
 * By module: the records, the roles with each permit, and the records that exist for each person; a person not named
 * sees none.
 */
export const tables: Record<string, Table> = {
  // a sale at each centre with the lab's own sale to the centre, one of the lab to its institution, one of the other
  // lab, one of strangers
  sales: {
    records: 'Sale12 Leg12 Sale11 Leg11 Sale21 Sale3 SaleR',
    permits: {
      read: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
      // outside users and logistics see the sale without its files
      files: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11],
      update: [1, 2, 5],
      print: [1, 2, 5, 6, 7],
      unlock: [1, 2, 5],
      cancel: [1, 2, 3, 5],
      reaccession: [1, 2, 5],
    },
    // a reported sale is cancelled by role id 3 or lower; an unreported one not by a pathologist
    except: { cancel: { 3: 'Sale12 Leg12 Sale11 Leg11', 5: 'Sale21 Sale3' } },
    sees: {
      ...network('Sale12 Leg12 Sale11 Leg11 Sale21 Sale3'),
      ...everyLab2('Sale12 Leg12 Sale11 Leg11 Sale21'),
      ...nashik('Sale3'),
      'desk at 12': 'Sale12 Leg12',
      'phlebotomist at 12': 'Sale12 Leg12',
      'accounts at 12': 'Sale12 Leg12',
      'desk at 11': 'Sale11 Leg11',
      // sales of the doctor in their care, and the lab's derived sales
      'sales manager at 2': 'Sale12 Leg12 Sale21',
      'doctor 101': 'Sale12 Sale21',
      'institution 21': 'Sale21',
      'referrer 141': 'Sale12',
      patient: 'Sale12 Sale21',
      stranger: 'SaleR',
    },
  },
  samples: {
    records: 'Tube12 Tube11 Tube21 Tube3 TubeR',
    permits: { read: [1, 2, 3, 4, 5, 6, 8, 10, 11, 13], update: [1, 2, 4, 5, 6], print: [1, 2, 3, 4, 5, 6] },
    sees: {
      ...network('Tube12 Tube11 Tube21 Tube3'),
      ...everyLab2('Tube12 Tube11 Tube21'),
      ...nashik('Tube3'),
      'desk at 12': 'Tube12',
      'phlebotomist at 12': 'Tube12',
      'desk at 11': 'Tube11',
      'institution 21': 'Tube21',
      courier: 'Tube11',
      stranger: 'TubeR',
    },
  },
  // of each centre to its laboratory, by two couriers
  shipments: {
    records: 'Ship12 Ship11 ShipR',
    permits: {
      read: [1, 2, 3, 4, 5, 6, 8, 10, 11],
      update: [1, 2, 4, 5, 6, 8],
      print: [1, 2, 4, 5, 6, 8],
      cancel: [1, 2, 4, 5, 6, 8],
      receive: [1, 2, 4, 5, 6, 8],
    },
    sees: {
      ...network('Ship12 Ship11'),
      ...everyLab2('Ship12 Ship11'),
      'desk at 12': 'Ship12',
      'phlebotomist at 12': 'Ship12',
      'desk at 11': 'Ship11',
      courier: 'Ship11',
      stranger: 'ShipR',
    },
  },
  // for the consignee and the entities above it
  shipmentreceipt: {
    records: 'Ship12 Ship11 ShipR',
    permits: { read: [1, 2, 4, 5, 6, 8], update: [1, 2, 4, 5, 6, 8], receive: [1, 2, 4, 5, 6, 8] },
    sees: { ...network('Ship12 Ship11'), ...everyLab2('Ship12 Ship11'), stranger: 'ShipR' },
  },
  worksheets: {
    records: 'Sheet2 Sheet3 SheetR',
    permits: { read: [1, 2, 3, 4, 10, 11], update: [3, 4], print: [1, 2, 3, 4, 10] },
    sees: { ...network('Sheet2 Sheet3'), ...everyLab2('Sheet2'), ...nashik('Sheet3'), stranger: 'SheetR' },
  },
  // by sale
  testresults: {
    records: 'Sale21 Sale3 SaleR',
    permits: { read: [1, 2, 3, 4, 10, 11], update: [3, 4], review: [3], approve: [3], release: [3], amend: [3] },
    sees: { ...network('Sale21 Sale3'), ...everyLab2('Sale21'), ...nashik('Sale3'), stranger: 'SaleR' },
  },
  // of the laboratory at which the user approves
  verificationrules: {
    records: 'Rule2 Rule3',
    permits: { read: [1, 3, 4, 10, 11], update: [3], approve: [3] },
    sees: { ...network('Rule2 Rule3'), ...everyLab2('Rule2'), ...nashik('Rule3') },
  },
  testreports: {
    records: 'Sale21 Sale3 SaleR',
    permits: { read: [1, 2, 3, 4, 5, 10, 11, 12, 13, 15], print: [1, 2, 3, 4, 5, 10, 12, 13, 15] },
    sees: {
      ...network('Sale21 Sale3'),
      ...everyLab2('Sale21'),
      ...nashik('Sale3'),
      'doctor 101': 'Sale21',
      'institution 21': 'Sale21',
      patient: 'Sale21',
      stranger: 'SaleR',
    },
  },
  clients: {
    records: 'Patient Doctor Lab2 Centre12 Centre11 Lab3 Institution21 Institution22 PatientR LabR',
    permits: { read: [1, 2, 3, 5, 7, 9, 11], files: [1, 2, 3, 5, 7, 9, 11], update: [1, 2, 5, 9], merge: [1, 2] },
    sees: {
      ...network('Patient Doctor Lab2 Centre12 Centre11 Lab3 Institution21 Institution22'),
      ...everyLab2('Patient Doctor Lab2 Centre12 Centre11 Institution21 Institution22'),
      ...nashik('Patient Doctor Lab3'),
      'desk at 12': 'Patient Doctor Lab2 Centre12 Institution22',
      'accounts at 12': 'Patient Doctor Lab2 Centre12 Institution22',
      'desk at 11': 'Patient Doctor Lab2 Centre11',
      'sales manager at 2': 'Doctor Lab2',
      stranger: 'PatientR LabR',
    },
  },
  patients: {
    records: 'Patient PatientR Doctor Centre12 Lab2',
    permits: { read: [1, 2, 3, 4, 5, 6, 7, 11] },
    sees: {
      ...network('Patient'),
      ...everyLab2('Patient'),
      ...nashik('Patient'),
      'desk at 12': 'Patient',
      'phlebotomist at 12': 'Patient',
      'accounts at 12': 'Patient',
      'desk at 11': 'Patient',
      stranger: 'PatientR',
    },
  },
  doctors: {
    records: 'Doctor Doctor102 Patient Centre12',
    permits: { read: [1, 2, 3, 4, 5, 7, 9, 11] },
    sees: {
      ...network('Doctor Doctor102'),
      ...everyLab2('Doctor Doctor102'),
      ...nashik('Doctor Doctor102'),
      'desk at 12': 'Doctor Doctor102',
      'accounts at 12': 'Doctor Doctor102',
      'desk at 11': 'Doctor Doctor102',
      'sales manager at 2': 'Doctor',
    },
  },
  users: {
    records: 'User2 User12 User3 UserR',
    permits: { read: [1, 2, 3, 11], update: [1, 2], reset: [1, 2] },
    sees: {
      ...network('User2 User12 User3'),
      'manager at 2': 'User2 User12 User3',
      // users who work below the same entity
      'pathologist at 2': 'User2 User12',
      stranger: 'UserR',
    },
  },
  transactions: {
    records: 'Receipt12 Receipt3 ReceiptR',
    permits: { read: [1, 2, 5, 7, 11], update: [1, 2, 5, 7], print: [1, 2, 5, 7] },
    sees: {
      ...network('Receipt12 Receipt3'),
      ...everyLab2('Receipt12'),
      'desk at 3': 'Receipt3',
      'desk at 12': 'Receipt12',
      'accounts at 12': 'Receipt12',
      stranger: 'ReceiptR',
    },
  },
  labinstruments: {
    records: 'Analyser2 Analyser3',
    permits: { read: [1, 2, 3, 4, 10, 11], update: [1, 2] },
    sees: { ...network('Analyser2 Analyser3'), ...everyLab2('Analyser2'), ...nashik('Analyser3') },
  },
  pricelists: {
    records: 'Prices2 Prices3',
    permits: { read: [1, 2, 3, 5, 7, 10, 11], update: [1, 2] },
    sees: { ...network('Prices2 Prices3'), ...everyLab2('Prices2'), ...nashik('Prices3') },
  },
  referralschemes: {
    records: 'Scheme2 Scheme3',
    permits: { read: [1, 2, 3, 10, 11], update: [1, 2] },
    sees: { ...network('Scheme2 Scheme3'), ...everyLab2('Scheme2'), ...nashik('Scheme3') },
  },
  // of the whole installation
  elements: {
    records: 'Element',
    permits: { read: [1, 2, 3, 4, 10, 11], update: [1, 2, 3] },
    sees: { ...network('Element'), ...everyLab2('Element'), ...nashik('Element'), stranger: 'Element' },
  },
  ...accounts,
  userwidgets: {
    records: 'Widget2 Widget12',
    permits: { read: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], update: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    // only the user's own
    sees: { 'desk at 2': 'Widget2', 'desk at 12': 'Widget12' },
  },
}
