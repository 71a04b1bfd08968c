// The parts of the screen of a shipment, bound to its model.
import { screenOf } from '../../web/screen/screen-of.ts'
import { shipments } from './shipments.model.ts'

export const { Field, useDetail, useForm, useRecord, useValue } = screenOf(shipments)
