// What comes next in a new network, in order: what the administrator of the network still has to do before the first
// bill.

/** `by hand`: nothing in the database tells that it is done, so a person says so. */
export const firstSteps = ['departments', 'catalogue', 'ranges', 'prices', 'people', 'printer', 'backup'] as const
export type FirstStepId = (typeof firstSteps)[number]
export const saidByHand = ['printer', 'backup'] as const satisfies readonly FirstStepId[]

export type FirstStep = {
  readonly Id: FirstStepId
  /** Of what it is about: departments, products, elements to be verified, price lists, people; or null. */
  readonly Count: number | null
}
/** What is left to do; empty where all is done, and in a network that did not begin with these steps. */
export type WhatComesNext = {
  readonly Steps: readonly FirstStep[]
  /** The starter catalogue can be taken: nothing of a catalogue is there yet. */
  readonly MayTakeStarter: boolean
  /** The laboratory whose papers are printed. */
  readonly LabId: number | null
}
