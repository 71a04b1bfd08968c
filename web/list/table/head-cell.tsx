// A column's head: a click sorts; its right edge, or Shift and the arrows, change its width.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Column } from './columns.ts'

const narrowest = 40
const step = 16
type Props = {
  column: Column
  width: number
  sort: string | undefined
  onSort: (column: string) => void
  onWidth: (column: string, width: number, keep: boolean) => void
}

export const HeadCell = ({ column, width, sort, onSort, onWidth }: Props) => {
  const sorted = sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown
  const drag = (start: PointerEvent<HTMLElement>) => {
    start.preventDefault()
    const edge = start.currentTarget
    edge.setPointerCapture(start.pointerId)
    const widthAt = (event: { clientX: number }) => Math.max(narrowest, width + event.clientX - start.clientX)
    const move = (event: globalThis.PointerEvent) => onWidth(column.name, widthAt(event), false)
    const end = (event: globalThis.PointerEvent) => {
      onWidth(column.name, widthAt(event), true)
      edge.removeEventListener('pointermove', move)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined || !event.shiftKey) return
    event.preventDefault()
    onWidth(column.name, Math.max(narrowest, width + by), true)
  }
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ?? 'none'}
      className={column.kind === 'money' || column.kind === 'number' ? 'number' : undefined}
    >
      <button type="button" onClick={() => onSort(column.name)} onKeyDown={press}>
        <span>{column.title}</span>
        {sorted && <Arrow size={14} stroke={1.8} aria-hidden />}
      </button>
      <span className="edge" aria-hidden="true" onPointerDown={drag} />
    </th>
  )
}
