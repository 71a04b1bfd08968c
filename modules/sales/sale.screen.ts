// The parts of a sale's screen, bound to its model, for all files of the screen.
import type { DetailRecord } from '../../web/edit/use-record.ts'
import type { Form, RecordOptions, Shown } from '../../web/record/form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { sales, type saleFields } from './sales.model.ts'

export const { Field, useValue, useActions, useForm, useRecord, useDetail } = screenOf(sales)
export const { Grid } = gridsOf(sales)

/** The sale on screen: its form, its actions, its values, and the answers of the module. */
export type SaleForm = Form<typeof saleFields>
export type SaleRecord = DetailRecord<typeof saleFields>
export type SaleShown = Shown<typeof saleFields>
export type SaleOptions = RecordOptions<typeof saleFields>
