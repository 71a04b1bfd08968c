// Items that a choice is taken from: its own, or those of its list, read once in ten minutes.
import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../core/model.ts'
import { get } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import type { Options } from './shown.ts'

type ListItem = { ListItemId: number; ItemLabel: string; ItemValue?: string | null }
const listLifetime = 600_000
const none: Options = []

/** Value and label of each item; empty until they are there. */
export const useOptions = (field: Field): Options => {
  const { data } = useQuery({
    queryKey: keyOf('/api/listitems', { ListId: field.listId ?? 0 }),
    queryFn: ({ signal }) => get<ListItem[]>('/api/listitems', { ListId: field.listId }, signal),
    enabled: field.listId !== undefined,
    staleTime: listLifetime,
  })
  if (field.options) return field.options
  if (!data) return none
  const offered = field.valued === undefined ? data : data.filter((item) => item.ItemValue === field.valued)
  return offered.map((item) => [item.ListItemId, item.ItemLabel] as const)
}
