// The grids of a screen, bound to the model of its record. A screen without a grid does not load them.
import type { DraftRow, Fields, Model, RowOf, RowsName } from '../../core/model.ts'
import { GridCard } from '../grid/grid-card.tsx'
import type { GridCardProps } from '../grid/grid-card.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridColumn, GridProps } from '../grid/grid-props.ts'
import { boundTo } from './screen-of.ts'
import type { Named } from './screen-of.ts'

/** A row of one of the record's grids, while it is filled in. */
type ScreenRow<F extends Fields, N extends keyof F> = DraftRow<RowOf<F, N>>
/** The columns of one of the record's grids. */
export type ScreenColumns<F extends Fields, N extends keyof F> = readonly GridColumn<ScreenRow<F, N>>[]

type GridsOf<F extends Fields> = {
  readonly Grid: <N extends RowsName<F>>(props: Named<GridProps<ScreenRow<F, N>>, N>) => React.JSX.Element
  readonly GridCard: <N extends RowsName<F>>(props: Named<GridCardProps<ScreenRow<F, N>>, N>) => React.JSX.Element
}

export const gridsOf = <F extends Fields>(_model: Model<F>): GridsOf<F> => boundTo({ Grid, GridCard })
