// The label that was printed before the draw, as the act that records it and its dialog take it.
import { text, type Fields } from '../../../core/model.ts'

/** In capitals and digits it is as long as the number of a tube, so that it fits where that one does. */
export const label = text('Pre-printed Label', {
  maxLength: 16,
  pattern: /^[A-Za-z0-9]{6,16}$/,
  patternMessage: 'A label has 6 to 16 letters and digits',
})
export const labelFields = {
  Barcode: { ...label, required: 'Scan or type the label' },
} satisfies Fields
