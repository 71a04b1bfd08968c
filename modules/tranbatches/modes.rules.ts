// Names of payment modes, where the list is not read.
import { paymentModes } from '../lists/items.model.ts'

const labels = new Map<number, string>(Object.values(paymentModes.items).map(({ id, label }) => [id, label]))
export const modeName = (id: number): string => labels.get(id) ?? String(id)
