// The record that a row of the dashboard is about.
import { isScreen, headsInOrder } from '../../modules.ts'
import { recordLink } from '../../record/record-link.ts'
import type { WidgetRow } from '../use-widget.ts'

/** By the first model whose key is in the row. */
export const recordOf = (row: WidgetRow) => {
  for (const { id, key, opens } of headsInOrder()) {
    const value = row[key[0] ?? '']
    if (key.length === 1 && opens === undefined && isScreen(id) && typeof value === 'number')
      return recordLink(id, { [key[0] ?? '']: value })
  }
  return undefined
}
