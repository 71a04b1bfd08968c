// A work item for tests of its decisions, and who asks.
import { role } from '../../core/user.ts'
import { workItemStatus } from '../lists/items.model.ts'
import type { WaitingAmendment, WorkItem } from './work-item.rules.ts'

export const anItem = (some: Partial<WorkItem> = {}): WorkItem => ({
  WorkItemId: 1,
  Element: 'Potassium',
  StatusId: workItemStatus.Entered,
  Result: '4.0',
  Flag: 'N',
  ReviewRequired: false,
  IsDelta: false,
  NoRange: false,
  EnteredById: 4,
  CriticalCalled: false,
  ...some,
})
export const technologist = { UserId: 4, RoleId: role.Technologist }
export const pathologist = { UserId: 3, RoleId: role.Pathologist }
export const administrator = { UserId: 1, RoleId: role.Administrator }
export const two = { signatories: 2 }
/** A critical value without a logged call. */
export const criticalAmendment: WaitingAmendment = { EnteredById: 4, Flag: 'HH', CriticalCalled: false }
