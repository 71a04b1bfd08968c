// The forms of a rejection and of the call to its patient: fields of the acts and of their dialogs.
import { choice, datetime, oneOf, text, type Fields } from '../../../core/model.ts'
import { sampleStatuses, workItemReasons } from '../../lists/items.model.ts'

/** Why a tube is recollected. */
export const recollectionReason = choice('Reason', workItemReasons, { valued: 'X' })

const { Rejected, NotFound, Damaged } = sampleStatuses.items
export const rejectionFields = {
  StatusId: oneOf('What it is', [
    [Rejected.id, 'Rejected'],
    [NotFound.id, 'Missing'],
    [Damaged.id, Damaged.label],
  ]),
  ReasonId: { ...recollectionReason, required: 'Reason is required' },
  Remarks: text('Remarks', { maxLength: 500 }),
} satisfies Fields

export const callFields = {
  Outcome: oneOf(
    'Patient',
    [
      ['reached', 'Reached'],
      ['not reached', 'Not reached'],
    ],
    { required: 'Choose whether the patient was reached' },
  ),
  CalledTo: text('Spoken to', { maxLength: 120 }),
  CalledAt: datetime('At'),
  Remarks: text('Remarks', { maxLength: 500 }),
} satisfies Fields
