// A table of the dashboard: as many whole rows as fit, each opening its record if it has one.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { usePhone } from '../../part/use-phone.ts'
import { columnsOf } from '../../list/table/columns.ts'
import { Arrange } from '../arrange.tsx'
import { ages, hasAges } from './figures.ts'
import { recordOf } from './record-of.ts'
import { useFittingRows } from './use-fitting-rows.ts'
import { useWidget } from '../use-widget.ts'
import type { WidgetRow } from '../use-widget.ts'
import { Table } from './widget-rows.tsx'
import { WaitsFor } from '../waits-for.tsx'
import { serialised } from '../widgets.ts'
import type { Widget } from '../widgets.ts'

const Cards = lazy(async () => ({ default: (await import('./widget-cards.tsx')).Cards }))
const Legend = () => (
  <span className="widget-legend" aria-hidden="true">
    {ages.map(([name, label]) => (
      <span key={name}>
        <i className={name} /> {label}
      </span>
    ))}
  </span>
)

export const WidgetTable = ({ widget }: { widget: Widget }) => {
  const navigate = useNavigate()
  const phone = usePhone()
  const fitting = useFittingRows()
  const [isWhole, setWhole] = useState(false)
  const { data, error, isPending } = useWidget(widget)
  const rows = Array.isArray(data) ? data : []
  const columns = columnsOf(rows, [], {})
  const open = (row: WidgetRow) => {
    const record = recordOf(row)
    if (record) void navigate(record)
  }
  const Rows = phone ? Cards : Table
  return (
    <section className="widget card" aria-label={widget.Label}>
      <header>
        <h2>{widget.Label}</h2>
        {hasAges(columns) && <Legend />}
        <Arrange widget={widget} />
        {rows.length > fitting && (
          <Button
            label={isWhole ? `First ${fitting}` : `All ${rows.length}`}
            look="plain"
            onClick={() => setWhole(!isWhole)}
          />
        )}
      </header>
      {error && (
        <code className="widget-error" role="alert">
          {serialised(error)}
        </code>
      )}
      {isPending && (
        <p className="widget-empty late">
          <span className="skeleton" />
        </p>
      )}
      {!error && !isPending && rows.length === 0 && (
        <p className="widget-empty quiet">
          <WaitsFor statementId={widget.StatementId} />
        </p>
      )}
      {rows.length > 0 && (
        <Suspense fallback={null}>
          <Rows label={widget.Label} rows={isWhole ? rows : rows.slice(0, fitting)} columns={columns} onOpen={open} />
        </Suspense>
      )}
    </section>
  )
}
