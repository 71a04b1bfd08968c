// Items that a choice is taken from: its own, those of its list, or what an address answers, read once in ten minutes.
import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../core/model.ts'
import { get } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import type { Options } from './shown.ts'

type Item = Readonly<Record<string, unknown>>
const listLifetime = 600_000
const none: Options = []
const ofLists = { path: '/api/listitems', value: 'ListItemId', label: 'ItemLabel' }

/** Value and label of each item; empty until they are there. */
export const useOptions = ({ served, listId, valued, only, options }: Field): Options => {
  const { path, value, label } = served ?? ofLists
  const query = served ? {} : { ListId: listId ?? 0 }
  const { data } = useQuery({
    queryKey: keyOf(path, query),
    queryFn: ({ signal }) => get<Item[]>(path, query, signal),
    enabled: (served ?? listId) !== undefined,
    staleTime: listLifetime,
  })
  if (options) return options
  if (!data) return none
  const offered = data.filter(
    (item) =>
      (valued === undefined || item['ItemValue'] === valued) &&
      (only === undefined || only.includes(Number(item[value]))),
  )
  return offered.map((item) => [Number(item[value]), String(item[label])] as const)
}
