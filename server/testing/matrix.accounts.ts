// The accounts part of the authorization matrix: invoices, batches, referrals and sales targets.
import { everyLab2, nashik, network, type Table } from './matrix.people.ts'

export const accounts: Record<string, Table> = {
  invoices: {
    records: 'Invoice12 Invoice3',
    permits: { read: [1, 2, 5, 7, 11, 13], update: [1, 2, 7], cancel: [1, 2, 7], print: [1, 2, 5, 7, 13] },
    sees: {
      ...network('Invoice12 Invoice3'),
      ...everyLab2('Invoice12'),
      ...nashik('Invoice3'),
      'desk at 12': 'Invoice12',
      'phlebotomist at 12': 'Invoice12',
      'accounts at 12': 'Invoice12',
      'sales manager at 2': 'Invoice12',
      // walked in and paid
      patient: 'Invoice12',
    },
  },
  // batches of staff at places that the entity covers: the manager at both labs, the other lab's staff there
  tranbatches: {
    records: 'BatchM Batch3',
    permits: { read: [1, 2, 5, 7, 11] },
    sees: {
      ...network('BatchM Batch3'),
      ...everyLab2('BatchM'),
      ...nashik('BatchM Batch3'),
      'sales manager at 2': 'BatchM',
    },
  },
  ledgeraccounts: {
    records: 'Own1',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7] },
    // of the legal entity that a centre belongs to, too
    sees: {
      ...network('Own1'),
      ...everyLab2('Own1'),
      ...nashik('Own1'),
      'accounts at 12': 'Own1',
      'sales manager at 2': 'Own1',
    },
  },
  bankaccounts: {
    records: 'Bank2 Bank3',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7] },
    sees: { ...network('Bank2 Bank3'), ...everyLab2('Bank2'), ...nashik('Bank3'), 'sales manager at 2': 'Bank2' },
  },
  banklines: {
    records: 'Line2 Line3',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7] },
    sees: { ...network('Line2 Line3'), ...everyLab2('Line2'), ...nashik('Line3'), 'sales manager at 2': 'Line2' },
  },
  purchasebills: {
    records: 'Bill2 Bill3',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7] },
    sees: { ...network('Bill2 Bill3'), ...everyLab2('Bill2'), ...nashik('Bill3'), 'sales manager at 2': 'Bill2' },
  },
  setoffs: {
    records: 'SetOff12',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7], print: [1, 2, 7] },
    sees: {
      ...network('SetOff12'),
      ...everyLab2('SetOff12'),
      'accounts at 12': 'SetOff12',
      'sales manager at 2': 'SetOff12',
    },
  },
  tds: {
    records: 'Tax2 Tax3',
    permits: { read: [1, 2, 7, 11], update: [1, 2, 7] },
    sees: { ...network('Tax2 Tax3'), ...everyLab2('Tax2'), ...nashik('Tax3'), 'sales manager at 2': 'Tax2' },
  },
  referrals: {
    records: 'Referral12',
    permits: { read: [1, 2, 7, 9, 11, 14], update: [1, 2, 7] },
    sees: {
      ...network('Referral12'),
      ...everyLab2('Referral12'),
      'desk at 12': 'Referral12',
      'phlebotomist at 12': 'Referral12',
      'accounts at 12': 'Referral12',
      'referrer 141': 'Referral12',
    },
  },
  // asked at the centre and at the other lab; a manager or an administrator decides
  requests: {
    records: 'Asked12 Asked3',
    permits: { read: [1, 2, 3, 5, 7, 11], approve: [1, 2, 3, 7], cancel: [1, 2, 3, 5, 7] },
    sees: {
      ...network('Asked12 Asked3'),
      'manager at 2': 'Asked12',
      'desk at 12': 'Asked12',
      // their own
      ...nashik('Asked3'),
    },
  },
  targets: {
    records: 'Target',
    permits: { read: [1, 2, 9, 11], update: [1, 2] },
    sees: { ...network('Target'), ...everyLab2('Target'), 'sales manager at 2': 'Target' },
  },
  clientvisits: {
    records: 'Visit',
    permits: { read: [1, 2, 9, 11], update: [1, 2, 9] },
    sees: { ...network('Visit'), ...everyLab2('Visit'), 'sales manager at 2': 'Visit' },
  },
}
