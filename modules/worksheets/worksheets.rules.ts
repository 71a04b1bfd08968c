// The statuses of a work item (list 121), by name.
export const workItemStatus = {
  Pending: 150,
  Entered: 151,
  Reviewed: 152,
  Approved: 153,
  Released: 154,
  Repeat: 155,
  OnHold: 156,
  NotPerformed: 157,
  ReferredOut: 158,
  Amended: 159,
} as const
