// The right aside: jobs under way and notifications, and two static tabs.
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { Button } from '../part/button.tsx'
import { useHotkey } from '../keys/hotkeys.ts'
import { product } from '../product.ts'
import { Jobs } from './jobs.tsx'
import { dismissNotification, useNotifications } from './notifications.ts'

const Html = lazy(async () => ({ default: (await import('../part/html.tsx')).Html }))

const Notifications = () => {
  const notifications = useNotifications()
  if (notifications.length === 0)
    return (
      <p className="quiet aside-empty">
        No notifications. Events that need you, such as a critical value or a received shipment, show here.
      </p>
    )
  return (
    <ul>
      {notifications.map((one) => (
        <li key={one.NotificationId} className="notification">
          <div className="notification-head">
            {one.Path ? <Link to={one.Path}>{one.Subject}</Link> : <strong>{one.Subject}</strong>}
            <Button
              look="icon"
              icon={IconX}
              label="Dismiss"
              onClick={() => void dismissNotification(one.NotificationId)}
            />
          </div>
          <Suspense>
            <Html html={one.Content} />
          </Suspense>
          <small className="quiet">
            {one.Creater} · {formatDateTime(one.CreatedOn)}
          </small>
        </li>
      ))}
    </ul>
  )
}
const Messages = () => (
  <>
    <Jobs />
    <Notifications />
  </>
)
const Help = () => (
  <div className="aside-text">
    <p>
      Press <kbd className="key">?</kbd> for the keys of the screen you are on, <kbd className="key">Ctrl K</kbd> to
      find a patient, a sale, a barcode or a screen.
    </p>
    <p>
      In a list the arrows move the selection and Enter opens it. Point at a grey button to see why it does not work.
    </p>
  </div>
)
const About = () => (
  <div className="aside-text">
    <p>
      <strong>{product.name}</strong> {product.version}, {product.year}
    </p>
    <p>The business system of a laboratory and diagnostics network.</p>
  </div>
)
const tabs = [
  ['Notifications', Messages],
  ['Help', Help],
  ['About', About],
] as const

export const Aside = ({ onClose }: { onClose: () => void }) => {
  useHotkey('escape', 'Close the notes', onClose)
  const [at, setAt] = useState(0)
  const Panel = tabs[at]?.[1] ?? Messages
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const to = (at + step + tabs.length) % tabs.length
    setAt(to)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <aside className="aside no-print" aria-label="Messages">
      <div className="aside-tabs">
        <div role="tablist" aria-label="Messages" onKeyDown={move} tabIndex={-1}>
          {tabs.map(([name], index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-controls="aside-panel"
              aria-selected={index === at}
              tabIndex={index === at ? 0 : -1}
              onClick={() => setAt(index)}
            >
              {name}
            </button>
          ))}
        </div>
        <Button look="icon" icon={IconX} label="Close messages" onClick={onClose} />
      </div>
      <div
        role="tabpanel"
        id="aside-panel"
        aria-labelledby={`tab-${tabs[at]?.[0]}`}
        tabIndex={0}
        className="aside-panel"
      >
        <Panel />
      </div>
    </aside>
  )
}
