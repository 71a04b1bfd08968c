// The fields of withdrawing a whole report, and of who was informed that it is amended or withdrawn.
import { oneOf, text } from '../../../core/model.ts'
import { correctionFields } from '../../sales/correction.model.ts'

const { ReasonId, Remarks } = correctionFields
export const withdrawalFields = { ReasonId, Remarks }

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
