// The dashboard: four tiles and four tables, each fed by the widget of its place.
import { IconLayoutDashboard, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { entityType } from '../../core/user.ts'
import { Button } from '../part/button.tsx'
import { forget, useAnswer } from '../api/cache.ts'
import { useArrival } from '../record/use-arrival.ts'
import { holdKeys } from '../keys/held-keys.ts'
import { isScreen, loadNewest, headsInOrder } from '../modules.ts'
import { may } from '../session/permission.ts'
import { recordLink } from '../record/record-link.ts'
import { useSession } from '../session/session.ts'
import { Tile } from './tile.tsx'
import { WidgetTable } from './table/widget-table.tsx'
import { serialised, tables, tiles, widgetAt } from './widgets.ts'
import { dashboardWidgets } from '../../core/answer/questions.ts'
import './dashboard.css'

const Newest = lazy(loadNewest)
const NoWidgets = lazy(async () => ({ default: (await import('./no-widgets.tsx')).NoWidgets }))
const ForKeepers = lazy(async () => ({ default: (await import('./for-keepers.tsx')).ForKeepers }))
/** Entity types that see only their own records: doctor, patient, referrer, institution. */
const portals: ReadonlySet<number> = new Set([
  entityType.Doctor,
  entityType.Patient,
  entityType.Referrer,
  entityType.Institution,
])

export const Dashboard = () => {
  const session = useSession()
  const navigate = useNavigate()
  const { data, error, isPending, dataUpdatedAt } = useAnswer(dashboardWidgets)
  const widgets = Array.isArray(data) ? data : []
  const placedAt = (targets: readonly string[]) => targets.flatMap((target) => widgetAt(widgets, target) ?? [])
  const placed = placedAt([...tiles, ...tables])
  useArrival(true)
  const [first] = headsInOrder().filter((model) => model.createdAnywhere !== undefined)
  const create = (moduleId: string) => {
    holdKeys('screen')
    if (isScreen(moduleId)) void navigate(recordLink(moduleId))
  }
  return (
    <div className="dashboard">
      <div className="page-head">
        <IconLayoutDashboard size={18} stroke={1.6} />
        <h1>Dashboard</h1>
        <span className="secondary">{dataUpdatedAt > 0 && `as of ${formatDateTime(dataUpdatedAt)}`}</span>
        <div className="page-actions no-print">
          {first?.createdAnywhere !== undefined && may(session, first.id, 'create') && (
            <Button
              label={first.createdAnywhere}
              look="primary"
              icon={IconPlus}
              hotkey="alt+n"
              onClick={() => create(first.id)}
            />
          )}
          <Button label="Refresh" icon={IconRefresh} onClick={() => void forget('/api/getdata')} />
        </div>
      </div>
      {error && (
        <p className="band bad" role="alert">
          {serialised(error)}
        </p>
      )}
      {may(session, 'settings', 'update') && (
        <Suspense fallback={null}>
          <ForKeepers />
        </Suspense>
      )}
      {!isPending &&
        !error &&
        placed.length === 0 &&
        (portals.has(session.Entity.ClientTypeId) ? (
          <Suspense fallback={null}>
            <Newest />
          </Suspense>
        ) : (
          <Suspense fallback={null}>
            <NoWidgets />
          </Suspense>
        ))}
      {!isPending && !error && placed.length > 0 && (
        <>
          <div className="tiles">
            {placedAt(tiles).map((widget) => (
              <Tile key={widget.Target} widget={widget} />
            ))}
          </div>
          <div className="widgets">
            {placedAt(tables).map((widget) => (
              <WidgetTable key={widget.Target} widget={widget} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
