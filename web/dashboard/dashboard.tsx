// The dashboard: four tiles and four tables, each fed by the widget of its place.
import { IconLayoutDashboard, IconRefresh } from '@tabler/icons-react'
import { formatDateTime } from '../../core/dates.ts'
import { Button } from '../button.tsx'
import { forget, useGet } from '../cache.ts'
import { Tile } from './tile.tsx'
import { WidgetTable } from './widget-table.tsx'
import { serialised, tables, tiles, widgetAt } from './widgets.ts'
import type { Widget } from './widgets.ts'
import './dashboard.css'

export const Dashboard = () => {
  const { data, error, isPending, dataUpdatedAt } = useGet<Widget[]>('/api/getdata/600')
  const widgets = Array.isArray(data) ? data : []
  return (
    <div className="dashboard">
      <div className="page-head">
        <IconLayoutDashboard size={18} stroke={1.6} />
        <h1>Dashboard</h1>
        <span className="secondary">{dataUpdatedAt > 0 && `as of ${formatDateTime(dataUpdatedAt)}`}</span>
        <div className="page-actions no-print">
          <Button label="Refresh" icon={IconRefresh} onClick={() => void forget('/api/getdata')} />
        </div>
      </div>
      {error && (
        <p className="band bad" role="alert">
          {serialised(error)}
        </p>
      )}
      {!isPending && !error && (
        <>
          <div className="tiles">
            {tiles.map((target) => (
              <Tile key={target} widget={widgetAt(widgets, target)} />
            ))}
          </div>
          <div className="widgets">
            {tables.map((target) => (
              <WidgetTable key={target} widget={widgetAt(widgets, target)} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
