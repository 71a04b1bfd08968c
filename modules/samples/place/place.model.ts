// Where a tube is drawn, as the act that records it and its dialog take it.
import { datetime, multiline, oneOf, text, type Fields } from '../../../core/model.ts'

export const places = [
  ['here', 'Here'],
  ['home', 'Home visit'],
  ['other', 'Another place'],
] as const
/** Where it was drawn after all: also at the organisation that sold it, which may be another than the corrector's. */
const correctedPlaces = [...places, ['seller', 'At the seller']] as const
export type Place = (typeof correctedPlaces)[number][0]

export const place = {
  Place: oneOf('Drawn At', places),
  // of another place
  PlaceName: text('Which Place', { maxLength: 120 }),
} satisfies Fields
export const correctedPlace = { ...place, Place: oneOf('Drawn At', correctedPlaces) } satisfies Fields
/** With an issued report. */
export const placeOfReport = {
  ...correctedPlace,
  Tubes: text('Of Tubes', {
    maxLength: 200,
    hint: 'Empty: time and place are of the first draw. Others by their number, as -03',
  }),
} satisfies Fields
export const correctPlaceFields = {
  ...correctedPlace,
  Place: { ...correctedPlace.Place, required: 'Say where it was drawn' },
  // its history takes it
  reason: multiline('Reason', { maxLength: 500, required: 'Say why the place is corrected' }),
} satisfies Fields
export const placeFields = {
  ...place,
  Place: { ...place.Place, required: 'Say where it is drawn' },
  // who comes back from a home visit records it later
  CollectionDate: datetime('Collection Date', { hint: 'Empty: now' }),
} satisfies Fields
