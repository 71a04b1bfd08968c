// States of a patient at the draw, as fields name them: pregnancy and its weeks, fasting, the phase of the cycle, a
// treatment.

export const pregnancies = [
  ['yes', 'Pregnant'],
  ['no', 'Not pregnant'],
] as const
/** Completed weeks of a pregnancy. */
export const pregnancyWeeks = { min: 1, max: 45, range: 'Weeks of pregnancy must be between 1 and 45' }
export const fastings = [
  ['yes', 'Fasting'],
  ['no', 'Not fasting'],
] as const
export const cyclePhases = [
  ['follicular', 'Follicular phase'],
  ['mid-cycle', 'Mid-cycle'],
  ['luteal', 'Luteal phase'],
  ['post-menopausal', 'Post-menopausal'],
] as const
export const treatments = [
  ['yes', 'On treatment'],
  ['no', 'Not on treatment'],
] as const
