// Beside the rows: what the selected one looks like, where its module shows that and the screen is wide enough.
import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { previews } from '../modules.ts'
import type { Row } from './table/columns.ts'

type PreviewProps = { readonly row: Row }

const wide = window.matchMedia('(min-width: 1180px)')
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
