// The first steps of a new network, in order: what its administrator still has to do before the first bill.
import { asks, doesAt, oneOfTexts, type AnswerTo } from '../answer/answer.ts'

/** `by hand`: the database does not show whether it is done, so a person marks it. */
export const firstSteps = ['departments', 'catalogue', 'ranges', 'prices', 'people', 'printer', 'backup'] as const
export type FirstStepId = (typeof firstSteps)[number]
export const stepsByHand = ['printer', 'backup'] as const satisfies readonly FirstStepId[]

/** The steps left to do; none when all are done, and in a network that did not begin with these steps. */
export const stepsLeft = asks('firststeps', {
  // number of departments, products, elements to be verified, price lists or people; or null
  Steps: [{ Id: oneOfTexts(...firstSteps), Count: 'integer?' }],
  // the starter catalogue can be loaded: the network has no catalogue records yet
  MayTakeStarter: 'boolean',
  // the laboratory whose documents are printed
  LabId: 'integer?',
})
export type WhatComesNext = AnswerTo<typeof stepsLeft>
export type FirstStep = WhatComesNext['Steps'][number]
/** A step that a person marks. */
export const stepMarked = doesAt('firststeps/done', {})
/** The starter catalogue, loaded. */
export const starterTaken = doesAt('firststeps/starter', {})
