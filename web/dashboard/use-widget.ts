// The rows of one widget, by its statement and its own parameters.
import type { UseQueryResult } from '@tanstack/react-query'
import { useGet } from '../api/cache.ts'
import { parametersOf } from './widgets.ts'
import type { Widget } from './widgets.ts'

export type WidgetRow = Readonly<Record<string, unknown>>
export const useWidget = (widget: Widget | undefined): UseQueryResult<WidgetRow[]> =>
  useGet<WidgetRow[]>(
    widget ? `/api/getdata/${widget.StatementId}` : undefined,
    widget ? { ...parametersOf(widget.QueryParameters), TimezoneOffset: new Date().getTimezoneOffset() } : {},
  )
