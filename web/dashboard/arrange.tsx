// Opens the widget of this place as the user's own: the existing one, or a new one that replaces the standard one.
import { IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { may } from '../session/permission.ts'
import { recordLink } from '../record/record-link.ts'
import { useSession } from '../session/session.ts'
import type { Widget } from './widgets.ts'

export const Arrange = ({ widget: { Source, WidgetId, Label } }: { widget: Widget }) => {
  const session = useSession()
  const isOwn = Source === 'U'
  if (!may(session, 'userwidgets', isOwn ? 'read' : 'create')) return null
  return (
    <Link
      {...recordLink('userwidgets', isOwn ? { UserWidgetId: WidgetId } : { WidgetId })}
      className="widget-arrange button icon plain no-print"
      aria-label={`Change ${Label}`}
    >
      <IconSettings size={14} stroke={1.6} />
    </Link>
  )
}
