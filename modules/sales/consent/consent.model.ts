// The consent to what a line sells: who gives it, by name, and in which form. Staff read it.
import { oneOf, text } from '../../../core/model.ts'
import { isStaff } from '../../../core/user.ts'

export const consentFields = {
  ConsentBy: oneOf(
    'Consent By',
    [
      ['patient', 'Patient'],
      ['guardian', 'Guardian'],
    ],
    { seen: isStaff },
  ),
  ConsentName: text('Consent Name', { maxLength: 120, seen: isStaff }),
  ConsentForm: oneOf(
    'Consent',
    [
      ['written', 'In writing'],
      ['spoken', 'Spoken'],
      ['electronic', 'Electronic'],
    ],
    { seen: isStaff },
  ),
}
