// What a payment is for, where tax is withheld from it.

/** `commission` is what referrers are paid; the others are what purchase bills charge. */
export const paidFor = [
  ['commission', 'Commission'],
  ['professional', 'Professional services'],
  ['contract', 'Contract work'],
  ['rent', 'Rent'],
] as const
export const paidForBills = [paidFor[1], paidFor[2], paidFor[3]] as const
