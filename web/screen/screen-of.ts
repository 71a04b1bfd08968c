// The parts of a screen, bound to the model whose record it shows: a name that the model does not have does not
// compile.
import type { FunctionComponent } from 'react'
import type { DraftOf, DraftRow, Fields, Model, RowOf, RowsName } from '../../core/model.ts'
import { useDetail, useRecord } from '../edit/use-record.ts'
import type { DetailRecord } from '../edit/use-record.ts'
import { Chips } from '../field/chips.tsx'
import { Field } from '../field/field.tsx'
import type { FieldProps } from '../field/field.tsx'
import { GridCard } from '../grid/grid-card.tsx'
import type { GridCardProps } from '../grid/grid-card.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridColumn, GridProps } from '../grid/grid-props.ts'
import type { ActionsOf, Form, RecordOptions } from '../record/form.ts'
import { useForm, useValue } from '../record/use-form.ts'

type Named<P, N extends string> = Omit<P, 'name'> & { name: N }
/** A row of one of the record's grids, while it is filled in. */
type ScreenRow<F extends Fields, N extends keyof F> = DraftRow<RowOf<F, N>>
/** The columns of one of the record's grids. */
export type ScreenColumns<F extends Fields, N extends keyof F> = readonly GridColumn<ScreenRow<F, N>>[]

/** What a screen says of a field, where its fields stand in a table. */
export type ScreenField<F extends Fields> = Named<FieldProps, keyof F & string>

export type ScreenOf<F extends Fields> = {
  readonly Field: FunctionComponent<ScreenField<F>>
  readonly Grid: <N extends RowsName<F>>(props: Named<GridProps<ScreenRow<F, N>>, N>) => React.JSX.Element
  readonly GridCard: <N extends RowsName<F>>(props: Named<GridCardProps<ScreenRow<F, N>>, N>) => React.JSX.Element
  /** One of the record's grids whose rows are no more than one choice each. */
  readonly Chips: <N extends RowsName<F>>(props: {
    name: N
    of: keyof RowOf<F, N> & string
    span: number
  }) => React.JSX.Element
  /** One value of the record around. */
  readonly useValue: <N extends keyof F & string>(name: N) => DraftOf<F>[N]
  /** What may be done with the record around, and why not. */
  readonly useActions: () => ActionsOf
  readonly useForm: () => Form<F>
  /** `as`: the model of another list that these records are opened from. */
  readonly useRecord: (options?: RecordOptions<F>, as?: Model<F>) => DetailRecord<F>
  readonly useDetail: () => DetailRecord<F>
}

// which record stands around is known by the screen alone: here, once, it is said to be the model's
export const screenOf = <F extends Fields>(model: Model<F>): ScreenOf<F> =>
  ({
    Field,
    Grid,
    GridCard,
    Chips,
    useValue,
    useActions: () => useValue<ActionsOf | undefined>('Actions') ?? {},
    useForm,
    useRecord: (options?: RecordOptions<F>, as: Model<F> = model) => useRecord(as, options),
    useDetail,
  }) as unknown as ScreenOf<F>
