// Who is told that a report is amended or withdrawn.
import { oneOf, text } from '../../../core/model.ts'

export const tellingFields = {
  To: text('Told to', { required: 'Told to is required', maxLength: 120 }),
  How: oneOf(
    'How',
    [
      ['telephone', 'Telephone'],
      ['in person', 'In person'],
      ['e-mail', 'E-mail'],
      ['letter', 'Letter'],
    ],
    { required: 'How is required' },
  ),
  Remarks: text('Remarks', { maxLength: 500 }),
}
