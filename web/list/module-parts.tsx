// What a module adds to its list: a button of its own, and a preview of the selected row next to the rows, where the
// screen is wide enough.
import { lazy, Suspense, useLayoutEffect, useSyncExternalStore, type ComponentType } from 'react'
import type { Query } from '../api/api.ts'
import { holdKeys, playKeys } from '../keys/held-keys.ts'
import { listButtons, previews, withoutRows } from '../modules.ts'
import type { Row } from './table/columns.ts'

type PreviewProps = { readonly row: Row }

const wide = window.matchMedia('(min-width: 1400px)')
const watch = (changed: () => void): (() => void) => {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}
const parts: Readonly<Record<string, ComponentType<PreviewProps> | undefined>> = Object.fromEntries(
  Object.entries(previews).map(([id, load]) => [id, lazy(load)]),
)

export const RowPreview = ({ moduleId, row }: { moduleId: string; row: Row | undefined }) => {
  const isWide = useSyncExternalStore(watch, () => wide.matches)
  const Part = parts[moduleId]
  if (!Part || !row || !isWide) return null
  return (
    <aside className="list-preview card" aria-label="Preview">
      <Suspense>
        <Part row={row} />
      </Suspense>
    </aside>
  )
}

type ButtonProps = { readonly query: Query; readonly rows: readonly Row[] }
const buttons: Readonly<Record<string, ComponentType<ButtonProps> | undefined>> = Object.fromEntries(
  Object.entries(listButtons).map(([id, load]) => [id, lazy(load)]),
)
/** In place of a button that is loading: its key may already be pressed, since the rows may arrive before it. */
const Coming = () => {
  useLayoutEffect(() => {
    holdKeys('button')
    return () => playKeys('button')
  }, [])
  return null
}
type Asked = { readonly moduleId: string; readonly query: Query | undefined; readonly rows: readonly Row[] }
/** A module's actions on the rows of a list; `query` is what the rows were read with, undefined before a search. */
export const ListButton = ({ moduleId, query, rows }: Asked) => {
  const Part = buttons[moduleId]
  if (!Part || (!query && !withoutRows.includes(moduleId))) return null
  return (
    <Suspense fallback={<Coming />}>
      <Part query={query ?? {}} rows={rows} />
    </Suspense>
  )
}
