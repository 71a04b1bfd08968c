// Names of payment modes, where the list is not read, and of the ways in which cash leaves a batch.
import { paymentModes } from '../lists/items.model.ts'

const labels = new Map<number, string>(Object.values(paymentModes.items).map(({ id, label }) => [id, label]))
export const modeName = (id: number): string => labels.get(id) ?? String(id)

export const outKinds = [
  ['Deposit', 'Deposited'],
  ['Paid out', 'Paid out'],
  ['Float', 'Float given'],
  ['Float received', 'Float received'],
] as const
export const floatStates = [
  ['Offered', 'Offered'],
  ['Accepted', 'Accepted'],
  ['Ended', 'Withdrawn or refused'],
] as const
