// The accounts of the ledger by their names.

export const accounts = [
  ['party', 'Parties'],
  ['sales', 'Sales'],
  ['money', 'Money'],
  ['commission', 'Commission'],
  ['opening', 'Opening balances'],
  ['write-off', 'Written off'],
  ['insurer', 'Settled by insurers'],
  ['over and short', 'Cash over and short'],
  ['expenses', 'Expenses'],
  ['bank charges', 'Bank charges'],
  ['merged', 'Merged places'],
  ['purchases', 'Outside laboratories'],
  ['gst paid', 'GST paid'],
  ['gst payable', 'GST payable'],
  ['tds payable', 'TDS payable'],
  ['tds receivable', 'TDS receivable'],
  ['set off', 'Set off between places'],
  ['own', 'Own accounts'],
] as const
/**
 * `party` is what a party owes the seller, by a document of its own or on account; an entry of `own` names which of the
 * legal entity's own accounts it is of.
 */
export type Account = (typeof accounts)[number][0]
/** Accounts of what is settled without money. */
export const withoutMoney: readonly Account[] = ['write-off', 'insurer', 'tds receivable', 'set off']
