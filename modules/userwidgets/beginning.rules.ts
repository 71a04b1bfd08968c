// The first values of a user's new widget.
import type { DraftOf } from '../../core/model.ts'
import { places } from '../widgets/widgets.model.ts'
import type { userWidgetFields } from './userwidgets.model.ts'

/** A widget on the dashboard; `Source` U: the user's own. */
export type Standing = { readonly Target: string; readonly Source: string | null }
/** The standard widget that it replaces, and the key of an own one that is at the place already. */
export type Standard = Pick<
  DraftOf<typeof userWidgetFields>,
  'Target' | 'Label' | 'StatementId' | 'QueryParameters'
> & {
  readonly UserWidgetId: number | null
}

/** The standard widget's own values; without one the first place that has no widget of the user's own, B1 before T4. */
export const beginningOf = (
  standing: readonly Standing[],
  standard: Standard | undefined,
): DraftOf<typeof userWidgetFields> =>
  standard ?? {
    Target:
      places.find((place) => !standing.some(({ Target, Source }) => Target === place && Source === 'U')) ?? places[0],
  }
