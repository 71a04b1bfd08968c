// Where a tube is drawn: at the organisation of who draws it, on a home visit, or at a place that is named.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import { places, type Place } from './place.model.ts'

export type Drawn = { readonly Place?: Place | null; readonly PlaceName?: string | null }

/** Another place has a name, and only that. */
export const mayDrawAt = ({ Place, PlaceName }: Drawn): Decision =>
  allOf(
    must(Place !== 'other' || !!PlaceName?.trim(), 'Say which place it is: a ward, a hospital, a camp', {
      at: 'PlaceName',
    }),
    must(Place === 'other' || !PlaceName?.trim(), 'Choose Another place, or leave this empty', { at: 'PlaceName' }),
  )

/** The place in words; null: the organisation of who draws it, under its name. */
export const placeText = ({ Place, PlaceName }: Drawn): string | null =>
  Place === 'other' ? (PlaceName?.trim() ?? null) : Place === 'home' ? places[1][1] : null

/** Until the report is out, which states it: then a signatory corrects it there. */
export const mayCorrectPlace = (tube: { readonly StatusId?: number | null }, isReported = false): Decision =>
  allOf(
    must(tube.StatusId !== sampleStatus.ToBeCollected, 'It is not collected yet: its collection says where', {
      code: 'not-collected',
    }),
    must(!isReported, 'Its report is out: a signatory corrects the place there with Correct Details', {
      code: 'reported',
    }),
  )
