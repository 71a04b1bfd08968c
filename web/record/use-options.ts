// Items of a choice: its own, those of its list, or an address's answer, read once in ten minutes.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Field, Fields } from '../../core/model.ts'
import { get } from '../api/api.ts'
import { keyOf } from '../api/cache.ts'
import type { Options } from './shown.ts'
import { commonOf } from './values.ts'
import type { Row } from './values.ts'

const listLifetime = 600_000
const none: Options = []
const ofLists = { path: '/api/listitems', value: 'ListItemId', label: 'ItemLabel' }

/** How the items of a choice are read. */
const itemsOf = ({ served, listId }: Field) => {
  const path = (served ?? ofLists).path
  const query = served ? {} : { ListId: listId ?? 0 }
  return {
    queryKey: keyOf(path, query),
    queryFn: ({ signal }: { signal: AbortSignal }) => get<Row[]>(path, query, signal),
    staleTime: listLifetime,
  }
}
const areRead = ({ served, listId, options }: Field): boolean => !options && (served ?? listId) !== undefined

/** Value and label of each item, and whether they are still loading. */
export const useOffered = (field: Field): { readonly options: Options; readonly waiting: boolean } => {
  const { value, label } = field.served ?? ofLists
  const { data, isLoading } = useQuery({ ...itemsOf(field), enabled: areRead(field) })
  const { valued, only, options } = field
  if (options) return { options, waiting: false }
  if (!data) return { options: none, waiting: isLoading }
  const offered = data.filter(
    (item) =>
      (valued === undefined || commonOf(item).ItemValue === valued) &&
      (only === undefined || only.includes(Number(item[value]))),
  )
  return { options: offered.map((item) => [Number(item[value]), String(item[label])] as const), waiting: false }
}
/** Value and label of each item; empty until they are loaded. */
export const useOptions = (field: Field): Options => useOffered(field).options

const choicesIn = (fields: Fields): Field[] =>
  Object.values(fields).flatMap((field) => [
    ...(field.kind === 'choice' && areRead(field) ? [field] : []),
    ...choicesIn(field.fields ?? {}),
  ])
/** Reads the items of all choices of a record together with its screen, so that no cell waits for them. */
export const useItemsOf = (fields: Fields): void => {
  const client = useQueryClient()
  useEffect(() => {
    for (const field of choicesIn(fields)) void client.prefetchQuery(itemsOf(field))
  }, [client, fields])
}
