// The home shell: who works here, and around the screen the header, the modules, the messages.
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { ApiError, get } from '../api.ts'
import { CrashPage } from '../error/crash.tsx'
import { useHotkey } from '../hotkeys.ts'
import { useIdle } from '../idle.ts'
import { models } from '../modules.ts'
import { remember, remembered } from '../preferences.ts'
import type { CurrentUser, Session } from '../session.ts'
import { endSession, SessionContext } from '../session.ts'
import { Waiting } from '../waiting.tsx'
import { holdKeys, letGo } from './early-keys.ts'
import { Header } from './header.tsx'
import { useLive } from './live.ts'
import { readNotificationsAgain } from './notifications.ts'
import { Sidebar } from './sidebar.tsx'
import './shell.css'

const Aside = lazy(async () => ({ default: (await import('./aside.tsx')).Aside }))
const Asked = lazy(async () => ({ default: (await import('../dialog/asked.tsx')).Asked }))
const loadCommand = () => import('./command.tsx')
const Command = lazy(async () => ({ default: (await loadCommand()).Command }))
/** After which the search is fetched, so that what is typed right after its key is not lost. */
const quietTime = 200
// wide screens start with the rail; the user's choice wins
const wide = new Set(['sales', 'shipments', 'testresults'])

const Frame = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const { moduleId } = useParams({ strict: false })
  const onList = useRouterState({ select: (state) => state.location.pathname.startsWith('/summary/') })
  const [choice, setChoice] = useState(remembered('rail'))
  const [drawer, setDrawer] = useState(false)
  const [messages, setMessages] = useState(false)
  const [finding, setFinding] = useState(false)
  const rail = typeof choice === 'boolean' ? choice : !onList && wide.has(moduleId ?? '')
  const title = moduleId ? (models[moduleId]?.name ?? '') : 'Dashboard'
  useEffect(() => {
    document.title = `${title} - Aliquot`
  }, [title])
  useEffect(() => {
    const timer = setTimeout(() => void loadCommand().catch(() => undefined), quietTime)
    return () => clearTimeout(timer)
  }, [])
  const find = () => {
    holdKeys(() => setFinding(false))
    void loadCommand().catch(letGo)
    setFinding(true)
  }
  useHotkey('ctrl+k', 'Find anything', find)
  useLive(session)
  useIdle(
    useCallback(() => {
      void endSession().then(() => navigate({ to: '/login', ignoreBlocker: true }))
    }, [navigate]),
  )
  const toggleRail = () => {
    remember('rail', !rail)
    setChoice(!rail)
  }
  const showMessages = () => {
    void readNotificationsAgain()
    setMessages(!messages)
  }
  return (
    <div className={`shell ${rail ? 'with-rail' : ''} ${drawer ? 'with-drawer' : ''} ${messages ? 'with-aside' : ''}`}>
      <a className="skip" href="#screen">
        Skip to the screen
      </a>
      <Header title={title} onDrawer={() => setDrawer(!drawer)} onMessages={showMessages} onSearch={find} />
      <Sidebar rail={rail && !drawer} moduleId={moduleId} onRail={toggleRail} onGo={() => setDrawer(false)} />
      {drawer && <button type="button" className="drawer-shade" aria-label="Close modules" onClick={() => setDrawer(false)} />}
      <main id="screen" className="screen" tabIndex={-1}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>
        {messages && <Aside onClose={() => setMessages(false)} />}
        <Asked />
        {finding && <Command onClose={() => setFinding(false)} />}
      </Suspense>
    </div>
  )
}

export const Shell = () => {
  const navigate = useNavigate()
  const known = useQuery({ queryKey: ['/api/currentUser', {}], queryFn: () => get<CurrentUser>('/api/currentUser') })
  // not reached, itself or behind its gateway; any other failure is a refusal
  const gone = known.error instanceof ApiError && [0, 502, 503, 504].includes(known.error.status)
  const user = known.data
  const noPermissions = user !== undefined && !Array.isArray(user.Permissions)
  const failed = (known.isError && !user && !gone) || noPermissions
  const roleless = user !== undefined && !noPermissions && (!user.Role || !user.Entity)
  const mustChange = user?.User.MustChangePassword === true
  useEffect(() => {
    if (failed) void endSession().then(() => navigate({ to: '/login', ignoreBlocker: true }))
    else if (mustChange) void navigate({ to: '/profile' })
    else if (roleless) void navigate({ to: '/roleselection/$first', params: { first: 'true' } })
  }, [failed, roleless, mustChange, navigate])
  if (gone && !user) return <CrashPage reset={() => void known.refetch()} />
  if (!user?.Role || !user.Entity || failed) return <Waiting />
  return (
    <SessionContext value={user as Session}>
      <Frame session={user as Session} />
    </SessionContext>
  )
}
