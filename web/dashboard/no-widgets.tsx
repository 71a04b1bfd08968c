// The dashboard of a role without widgets: links to its lists.
import { Link } from '@tanstack/react-router'
import { headsInOrder } from '../modules.ts'
import { ModelIcon } from '../part/icon.tsx'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'

/** Links to the lists of the role. */
export const NoWidgets = () => {
  const session = useSession()
  const lists = headsInOrder().filter((model) => !model.hidden && may(session, model.id, 'list'))
  return (
    <section className="card empty no-widgets" aria-label="Widgets">
      <h2>No widgets yet</h2>
      <p>A role&apos;s widgets are set under Widgets. Until then, start from a list.</p>
      <div className="empty-line">
        {lists.map((model) => (
          <Link key={model.id} className="button" to="/summary/$moduleId" params={{ moduleId: model.id }}>
            <ModelIcon name={model.icon} />
            <span>{model.name}</span>
          </Link>
        ))}
      </div>
    </section>
  )
}
