// What questions about elements answer.
import { asks } from '../../../core/answer/answer.ts'
import { elementFields } from '../elements.model.ts'

/** The ranges that hold until others do, and what waits for a pathologist. */
export const rangesInForce = asks('inforce/elements', {
  Ranges: elementFields.ElementMeasurements,
  Asked: [
    {
      RequestId: 'integer',
      // the day from which they are to hold; null: from the moment they are agreed to
      From: 'date?',
      Kinds: ['text'],
      AskedBy: 'text',
    },
  ],
})
/** Elements that may be measured. */
export const activeElements = asks('elements', [
  {
    ElementId: 'integer',
    Code: 'text?',
    Name: 'text',
    Description: 'text?',
    DepartmentId: 'integer',
    UnitOfMeasure: 'text?',
    DepartmentName: 'text',
  },
])
