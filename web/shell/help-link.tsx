// The guide, at what it says of the current screen: for a finger, which has no key `?`.
import { IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHelp } from '../guide/use-help.ts'

export const HelpLink = ({ rail, onGo }: { rail: boolean; onGo: () => void }) => {
  const help = useHelp()
  if (!help) return null
  return (
    <Link
      to="/guide/$pageId"
      params={{ pageId: help.page }}
      hash={help.head}
      className="sidebar-item sidebar-help"
      onClick={onGo}
      title={rail ? 'Help' : undefined}
    >
      <IconHelp size={16} stroke={1.6} />
      <span>Help</span>
    </Link>
  )
}
