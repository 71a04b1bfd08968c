// What is shown of a client while a visit is entered.
import { rowsAt } from '../../core/answer/answer.ts'

/** What a client owes. */
export const duesOfClient = rowsAt(610, {
  ClientId: 'integer',
  Name: 'text',
  MobilePhone: 'text?',
  Opening: 'money',
  Unpaid: 'money',
  Uninvoiced: 'money',
  Owed: 'money',
})

/** The last visits to a client. */
export const visitsBefore = rowsAt(611, {
  ClientVisitId: 'integer',
  VisitDate: 'datetime',
  Place: 'text?',
  Notes: 'text?',
  User: 'text',
  Tags: 'text?',
})
