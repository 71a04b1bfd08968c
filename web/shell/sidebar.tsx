// The modules whose list the user may see, in groups; a rail of icons when narrow, a drawer on a phone.
import { IconLayoutDashboard, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Head } from '../heads.ts'
import { ModelIcon } from '../part/icon.tsx'
import { useTouch } from '../part/use-phone.ts'
import { figuresFor, groups, headsInOrder } from '../modules.ts'
import { product } from '../product.ts'
import type { Session } from '../session/session.ts'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'

const HelpLink = lazy(async () => ({ default: (await import('./help-link.tsx')).HelpLink }))

/** What the sidebar shows: the models with the permit `list`, under their groups, empty groups left out. */
const groupedModels = (session: Session, models: readonly Head[]): { group: Head['group']; models: Head[] }[] =>
  groups
    .map((group) => ({
      group,
      models: models.filter((model) => model.group === group && !model.hidden && may(session, model.id, 'list')),
    }))
    .filter((entry) => entry.group === 'Work' || entry.models.length > 0)

type Props = { rail: boolean; moduleId: string | undefined; onRail: () => void; onGo: () => void }

/** Screens of figures, below the modules. */
const Figures = ({ rail, moduleId, onGo }: Omit<Props, 'onRail'>) => {
  const shown = figuresFor(useSession())
  if (shown.length === 0) return null
  return (
    <nav aria-label="Figures">
      <section>
        <h2>Figures</h2>
        <ul>
          {shown.map(({ id, name, icon }) => (
            <li key={id}>
              <Link
                to="/$moduleId"
                params={{ moduleId: id }}
                className="sidebar-item"
                aria-current={id === moduleId ? 'page' : undefined}
                onClick={onGo}
                title={rail ? name : undefined}
              >
                <ModelIcon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  )
}

export const Sidebar = ({ rail, moduleId, onRail, onGo }: Props) => {
  const session = useSession()
  const items = useRef<HTMLDivElement>(null)
  const hasTouch = useTouch()
  // scrolls to the current module
  useEffect(() => {
    items.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [moduleId])
  const Toggle = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className="sidebar no-print" aria-label="Sidebar">
      <div ref={items} className="sidebar-items">
        <nav aria-label="Modules">
          {groupedModels(session, headsInOrder()).map(({ group, models }) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {group === 'Work' && (
                  <li>
                    <Link
                      to="/summary/dashboard"
                      className="sidebar-item"
                      activeProps={{ 'aria-current': 'page' }}
                      onClick={onGo}
                      title={rail ? 'Dashboard' : undefined}
                    >
                      <IconLayoutDashboard size={16} stroke={1.6} />
                      <span>Dashboard</span>
                    </Link>
                  </li>
                )}
                {models.map((model) => (
                  <li key={model.id}>
                    <Link
                      to="/summary/$moduleId"
                      params={{ moduleId: model.id }}
                      className="sidebar-item"
                      aria-current={model.id === moduleId ? 'page' : undefined}
                      onClick={onGo}
                      title={rail ? model.name : undefined}
                    >
                      <ModelIcon name={model.icon} />
                      <span>{model.name}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <Figures rail={rail} moduleId={moduleId} onGo={onGo} />
      </div>
      <Suspense>{hasTouch && <HelpLink rail={rail} onGo={onGo} />}</Suspense>
      <button
        type="button"
        className="sidebar-rail"
        onClick={onRail}
        aria-label={rail ? 'Widen the sidebar' : 'Narrow the sidebar'}
        title={rail ? 'Widen the sidebar' : 'Narrow the sidebar'}
      >
        <Toggle size={16} stroke={1.6} />
      </button>
      <footer className="sidebar-foot">
        <span>{product.version}</span>
        <span>{product.year}</span>
      </footer>
    </aside>
  )
}
