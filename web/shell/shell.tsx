// The home shell: the session, and around the screen the header, the modules, the messages.
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import { getRouteApi, Outlet, useNavigate, useParams, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { onNeedsSecond } from '../api/api.ts'
import { cache } from '../api/cache.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { useHotkey } from '../keys/hotkeys.ts'
import { useIdle } from '../session/idle.ts'
import { heads, loadModel } from '../heads.ts'
import { headsInOrder, loadAsking, nameOfScreen, screenOf } from '../modules.ts'
import { may } from '../session/permission.ts'
import { remember, remembered } from '../session/preferences.ts'
import type { Session } from '../session/session.ts'
import { endSession, SessionContext } from '../session/session.ts'
import { Waiting } from '../part/waiting.tsx'
import { useCurrentModule } from './current-module.ts'
import { Header } from './header.tsx'
import { loadAsked, Questions } from '../dialog/questions.tsx'
import { useLive } from './live.ts'
import { readNotificationsAgain } from './notifications.ts'
import { Sidebar } from './sidebar.tsx'
import './shell.css'

const route = getRouteApi('/shell')

const Aside = lazy(async () => ({ default: (await import('./aside.tsx')).Aside }))
const loadCommand = () => import('./command.tsx')
const Command = lazy(async () => ({ default: (await loadCommand()).Command }))
/** Milliseconds after which a screen counts as at rest; then the parts that a key may open next are loaded. */
const quietTime = 200
/**
 * Loads the models of all lists that the user may open, one after the other, so that a line that fails later keeps no
 * list from showing what it can. What the browser has is not sent again.
 */
const fetchModels = async (session: Session): Promise<void> => {
  for (const { id } of headsInOrder()) if (may(session, id, 'list')) await loadModel(id).catch(() => undefined)
}
/** Loads what the keys of a list open, and its dialogs. Saved keys bridge the load; this shortens it. */
const fetchAhead = (moduleId: string | undefined, session: Session) => {
  const screen = moduleId && screenOf(heads[moduleId]?.opens ?? moduleId)
  const ahead = [
    loadAsked,
    loadCommand,
    ...(moduleId ? [() => import('../picker/picker.tsx'), () => import('../print/print-dialog.tsx')] : []),
    ...(screen ? [screen] : []),
  ]
  const fetchAll = () => {
    for (const load of ahead) load().catch(() => undefined)
    void fetchModels(session)
  }
  // when the browser is idle; not every browser reports that
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchAll)
  else fetchAll()
}

const Frame = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const router = useRouter()
  const { moduleId } = useParams({ strict: false })
  const onList = useRouterState({ select: (state) => state.location.pathname.startsWith('/summary/') })
  const current = useCurrentModule(moduleId, onList)
  const [choice, setChoice] = useState(remembered('rail'))
  const [drawer, setDrawer] = useState(false)
  const [messages, setMessages] = useState(false)
  const wanted = useRouterState({ select: (state) => state.location.state.find })
  const [finding, setFinding] = useState(wanted)
  const [drawn, setDrawn] = useState(0)
  // wide screens start with the rail; the user's choice wins
  const rail = typeof choice === 'boolean' ? choice : !onList && heads[moduleId ?? '']?.wide === true
  const onGuide = useRouterState({ select: (state) => state.location.pathname.startsWith('/guide/') })
  const title = moduleId ? (nameOfScreen(moduleId) ?? '') : onGuide ? 'Guide' : 'Dashboard'
  useEffect(() => {
    document.title = `${title} - Aliquot`
  }, [title])
  useEffect(() => {
    // never before the visible data: on a slow line the rows come first
    const isQuiet = () => router.state.status === 'idle' && cache.isFetching() === 0
    let timer = 0
    const wait = (wasQuiet: boolean) => {
      timer = window.setTimeout(() => {
        if (!wasQuiet || !isQuiet()) return wait(isQuiet())
        // for a screen without fields or rows only this reports that it has opened
        playKeys('page')
        fetchAhead(moduleId, session)
      }, quietTime)
    }
    wait(false)
    return () => clearTimeout(timer)
  }, [moduleId, router, session])
  useEffect(() => {
    onNeedsSecond(async (needing) =>
      may(session, 'requests', 'create')
        ? loadAsking().then(
            (askSecond) => askSecond(needing),
            () => false,
          )
        : false,
    )
  }, [session])
  const find = () => {
    if (finding !== undefined) return
    holdKeys('dialog', () => setFinding(undefined))
    loadCommand().catch(() => dropKeys('dialog'))
    setFinding('')
  }
  useHotkey('ctrl+k', 'Find anything', find)
  // a record preserves what is being filled in; a list or a dashboard is redrawn
  useLive(session, () =>
    setDrawn((times) => (router.state.location.pathname.startsWith('/summary/') ? times + 1 : times)),
  )
  useIdle(
    useCallback(() => {
      void endSession('idle' satisfies SignedOut).then(() => navigate({ to: '/login', ignoreBlocker: true }))
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
      <Sidebar rail={rail && !drawer} moduleId={current} onRail={toggleRail} onGo={() => setDrawer(false)} />
      {drawer && (
        <button type="button" className="drawer-shade" aria-label="Close modules" onClick={() => setDrawer(false)} />
      )}
      <main id="screen" className="screen" tabIndex={-1}>
        <Suspense fallback={<Waiting />}>
          <Outlet key={drawn} />
        </Suspense>
      </main>
      <Suspense>
        {messages && <Aside onClose={() => setMessages(false)} />}
        <Questions />
        {finding !== undefined && <Command start={finding} onClose={() => setFinding(undefined)} />}
      </Suspense>
    </div>
  )
}

export const Shell = () => {
  const { session } = route.useRouteContext()
  return (
    <SessionContext value={session}>
      <Frame session={session} />
    </SessionContext>
  )
}
