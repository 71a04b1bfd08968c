// What is sent to ask for a second person: loaded by the first refusal that offers it.
import { json, text } from '../../core/model.ts'

/** The very request that was refused, and why it should be done. */
export const askFields = {
  Path: text('Act', { required: 'Path is missing: the address of the act that was refused', maxLength: 200 }),
  Body: json('Contents'),
  Reason: text('Reason', { required: 'Please enter why it should be done', maxLength: 500 }),
}
