// Items that a choice is taken from: its own, those of its list, or what an address answers, read once in ten minutes.
import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../core/model.ts'
import { get } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import type { Options } from './shown.ts'

type Item = Readonly<Record<string, unknown>>
type ListItem = { ListItemId: number; ItemLabel: string; ItemValue?: string | null }
const listLifetime = 600_000
const none: Options = []

const isOption = (option: readonly [unknown, unknown]): option is readonly [number, string] =>
  typeof option[0] === 'number' && typeof option[1] === 'string'
const useServed = (from: Field['served']): Options => {
  const { data } = useQuery({
    queryKey: keyOf(from?.path ?? ''),
    queryFn: ({ signal }) => get<Item[]>(from?.path ?? '', {}, signal),
    enabled: from !== undefined,
    staleTime: listLifetime,
  })
  return data && from ? data.map((item) => [item[from.value], item[from.label]] as const).filter(isOption) : none
}

/** Value and label of each item; empty until they are there. */
export const useOptions = (field: Field): Options => {
  const answered = useServed(field.served)
  const { data } = useQuery({
    queryKey: keyOf('/api/listitems', { ListId: field.listId ?? 0 }),
    queryFn: ({ signal }) => get<ListItem[]>('/api/listitems', { ListId: field.listId }, signal),
    enabled: field.listId !== undefined,
    staleTime: listLifetime,
  })
  if (field.options) return field.options
  if (field.served) return answered
  if (!data) return none
  const offered = field.valued === undefined ? data : data.filter((item) => item.ItemValue === field.valued)
  return offered.map((item) => [item.ListItemId, item.ItemLabel] as const)
}
