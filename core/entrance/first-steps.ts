// The first steps of a new network, in order: what its administrator still has to do before the first bill.

/** `by hand`: the database does not show whether it is done, so a person marks it. */
export const firstSteps = ['departments', 'catalogue', 'ranges', 'prices', 'people', 'printer', 'backup'] as const
export type FirstStepId = (typeof firstSteps)[number]
export const stepsByHand = ['printer', 'backup'] as const satisfies readonly FirstStepId[]

export type FirstStep = {
  readonly Id: FirstStepId
  /** Number of departments, products, elements to be verified, price lists or people; or null. */
  readonly Count: number | null
}
/** The steps left to do; empty when all are done, and in a network that did not begin with these steps. */
export type WhatComesNext = {
  readonly Steps: readonly FirstStep[]
  /** The starter catalogue can be loaded: the network has no catalogue records yet. */
  readonly MayTakeStarter: boolean
  /** The laboratory whose documents are printed. */
  readonly LabId: number | null
}
