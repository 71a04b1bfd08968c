// The bar at the top: the entity and role, the search, messages, colours, the user.
import {
  IconBell,
  IconBuilding,
  IconChevronDown,
  IconLogout,
  IconMail,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Avatar } from '../part/avatar.tsx'
import { Button } from '../part/button.tsx'
import { keyLabel } from '../keys/hotkeys.ts'
import { Logo } from '../part/logo.tsx'
import { product } from '../product.ts'
import { chooseScheme, useShownScheme } from '../session/scheme.ts'
import { may } from '../session/permission.ts'
import { endSession, useSession } from '../session/session.ts'
import { Menu } from '../part/menu.tsx'
import { useNotifications } from './notifications.ts'

type Props = { title: string; onDrawer: () => void; onMessages: () => void; onSearch: () => void }

/** The text of the search by the user's lists: doctors and patients have reports, and no list of patients. */
const useFindText = (): string => {
  const session = useSession()
  if (may(session, 'patients', 'list')) return 'Find a patient, sale, barcode...'
  const things = [
    ['clients', 'client'],
    ['sales', 'sale'],
    ['testreports', 'report'],
    ['samples', 'barcode'],
  ] as const
  const found = things.flatMap(([module, name]) => (may(session, module, 'list') ? [name] : []))
  return `Find a ${[...found, 'screen'].slice(0, 3).join(', ')}...`
}

const Place = () => {
  const { Role, Entity } = useSession()
  const navigate = useNavigate()
  const choose = () => void navigate({ to: '/roleselection/$first', params: { first: 'false' } })
  return (
    <nav className="place" aria-label="Entity and role">
      <button type="button" onClick={choose} className="place-button">
        <IconBuilding size={15} stroke={1.6} />
        <span>{Entity.Name}</span>
        <IconChevronDown size={14} />
      </button>
      <i aria-hidden="true" />
      <button type="button" onClick={choose} className="place-button">
        <span>{Role.RoleName}</span>
        <IconChevronDown size={14} />
      </button>
    </nav>
  )
}

const UserMenu = ({ count, onMessages }: { count: number; onMessages: () => void }) => {
  const { User } = useSession()
  const navigate = useNavigate()
  const logout = async () => {
    // leaves the screen first, which asks about unsaved changes
    await navigate({ to: '/login' })
    if (location.pathname === '/login') await endSession()
  }
  return (
    <Menu
      name={User.FullName}
      heading="Account"
      className="user"
      items={[
        {
          label: 'Messages',
          icon: <IconMail size={16} stroke={1.6} />,
          note: count > 0 ? <b className="chip">{count}</b> : undefined,
          act: onMessages,
        },
        { label: 'Profile', icon: <IconUser size={16} stroke={1.6} />, act: () => void navigate({ to: '/profile' }) },
        {
          label: 'Change Role/Entity',
          icon: <IconUsers size={16} stroke={1.6} />,
          act: () => void navigate({ to: '/roleselection/$first', params: { first: 'false' } }),
        },
        { label: 'Logout', icon: <IconLogout size={16} stroke={1.6} />, act: () => void logout() },
      ]}
    >
      <Avatar name={User.FullName} picture={User.Picture} />
      <span className="user-name">{User.FullName}</span>
      <IconChevronDown size={14} />
    </Menu>
  )
}

export const Header = ({ title, onDrawer, onMessages, onSearch }: Props) => {
  const count = useNotifications().length
  const scheme = useShownScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <header className="header no-print">
      <button type="button" className="button icon plain header-drawer" aria-label="Modules" onClick={onDrawer}>
        <IconMenu2 size={20} stroke={1.6} />
      </button>
      <Link to="/summary/dashboard" className="brand" aria-label={`${product.name}, dashboard`}>
        <Logo /> <span>{product.name}</span>
      </Link>
      <span className="header-title" aria-hidden="true">
        {title}
      </span>
      <Place />
      <button type="button" className="search-box" onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={16} stroke={1.6} />
        <span>{useFindText()}</span>
        <kbd className="key" aria-hidden>
          {keyLabel('ctrl+k')}
        </kbd>
      </button>
      <button
        type="button"
        className="button icon plain bell"
        onClick={onMessages}
        aria-label={count > 0 ? `Notifications, ${count}` : 'Notifications'}
      >
        <IconBell size={18} stroke={1.6} />
        {count > 0 && (
          <b className="chip" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </b>
        )}
      </button>
      <span className="header-scheme">
        <Button
          look="icon"
          icon={scheme === 'dark' ? IconSun : IconMoon}
          label={`Show in ${other} colours`}
          onClick={() => chooseScheme(other)}
        />
      </span>
      <UserMenu count={count} onMessages={onMessages} />
    </header>
  )
}
