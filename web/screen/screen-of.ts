// The parts of a screen, bound to the model of its record: a name that the model lacks does not compile.
import type { FunctionComponent } from 'react'
import type { DraftOf, Fields, Model, RowOf, RowsName } from '../../core/model.ts'
import { useDetail, useRecord } from '../edit/use-record.ts'
import type { DetailRecord } from '../edit/use-record.ts'
import { Chips } from '../field/chips.tsx'
import { Field } from '../field/field.tsx'
import type { FieldProps } from '../field/field.tsx'
import type { ActionsOf, Form, RecordOptions } from '../record/form.ts'
import { useActions, useForm, useValue } from '../record/use-form.ts'

export type Named<P, N extends string> = Omit<P, 'name'> & { name: N }

/** A screen's settings for a field, for screens that list their fields in a table. */
export type ScreenField<F extends Fields> = Named<FieldProps, keyof F & string>

export type ScreenOf<F extends Fields> = {
  readonly Field: FunctionComponent<ScreenField<F>>
  /** One of the record's grids whose rows have one choice each. */
  readonly Chips: <N extends RowsName<F>>(props: {
    name: N
    of: keyof RowOf<F, N> & string
    span: number
  }) => React.JSX.Element
  /** One value of the surrounding record. */
  readonly useValue: <N extends keyof F & string>(name: N) => DraftOf<F>[N]
  /** The allowed actions on the surrounding record, and why not. */
  readonly useActions: () => ActionsOf
  readonly useForm: () => Form<F>
  /** `as`: the model of another list that these records are opened from. */
  readonly useRecord: (options?: RecordOptions<F>, as?: Model<F>) => DetailRecord<F>
  readonly useDetail: () => DetailRecord<F>
}

/** Only the screen knows its record: this is the one place that declares its parts the model's. */
export const boundTo = <Parts>(parts: object): Parts => parts as Parts

export const screenOf = <F extends Fields>(model: Model<F>): ScreenOf<F> =>
  boundTo({
    Field,
    Chips,
    useValue,
    useActions,
    useForm,
    useRecord: (options?: RecordOptions<F>, as: Model<F> = model) => useRecord(as, options),
    useDetail,
  })
