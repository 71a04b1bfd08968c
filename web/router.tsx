// The addresses of the product and which of them need a signed-in user.
import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
} from '@tanstack/react-router'
import { NotFoundPage } from './error/not-found.tsx'
import { CrashPage } from './error/crash.tsx'
import { Root } from './root.tsx'
import { listSearch, writtenSearch } from './list/list-search.ts'
import type { RecordSearch } from './record/record-link.ts'
import { statementOf } from './session/permission.ts'
import { enterFactor, enterProfile, enterRoles, enterShell } from './session/who-am-i.ts'
import { Waiting } from './part/waiting.tsx'

/** Search of a detail: its key fields, `clone`, and what its module adds. Numbers arrive as numbers. */
const detailSearch = (search: Record<string, unknown>): RecordSearch =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value] as const]
        : [],
    ),
  )

// sixty modules are much: sign-in does not wait for them
const heads = () => import('./heads.ts')
const modules = () => import('./modules.ts')
const listAddress = () => import('./list/list-address.ts')
const loadShell = () => import('./shell/shell.tsx')
const loadList = () => import('./list/list-page.tsx')
/** Loads what an address of the shell shows while the server identifies the user; who shows it tells what failed. */
const loadAhead = (pathname: string): void => {
  const [, first = '', second] = pathname.split('/')
  const isList = first === 'summary' && second !== 'dashboard'
  const ahead = [
    loadShell(),
    modules().then(({ screenOf }) => screenOf(first)?.()),
    heads().then(({ loadModel }) => loadModel(isList ? (second ?? '') : first)),
    ...(isList ? [listAddress(), loadList()] : []),
  ]
  for (const one of ahead) one.catch(() => undefined)
}

/** Shows the page of a missing address: the library throws what it catches further up. */
const notFoundHere = (): never => {
  notFound({ routeId: rootRouteId, throw: true })
  throw new Error('The page of a missing address was not shown')
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: CrashPage })
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/summary/dashboard', throw: true })
  },
})
const missing = createRoute({ getParentRoute: () => root, path: '/404', component: NotFoundPage })
const crash = createRoute({ getParentRoute: () => root, path: '/500', component: CrashPage })
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./login/login.tsx'), 'LoginPage'),
})
const roleSelection = createRoute({
  getParentRoute: () => root,
  path: '/roleselection/$first',
  beforeLoad: enterRoles,
  component: lazyRouteComponent(() => import('./login/role-selection.tsx'), 'RoleSelectionPage'),
})
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/secondfactor',
  beforeLoad: enterFactor,
  component: lazyRouteComponent(() => import('./login/factor/second-factor.tsx'), 'SecondFactorPage'),
})
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  beforeLoad: enterProfile,
  component: lazyRouteComponent(() => import('./login/profile.tsx'), 'ProfilePage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./login/setup.tsx'), 'SetupPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: (entering) => {
    loadAhead(entering.location.pathname)
    return enterShell(entering)
  },
  component: lazyRouteComponent(loadShell, 'Shell'),
})
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/summary/dashboard',
  component: lazyRouteComponent(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})
const guide = createRoute({
  getParentRoute: () => shell,
  path: '/guide/$pageId',
  component: lazyRouteComponent(() => import('./guide/guide-page.tsx'), 'GuidePage'),
})
const summary = createRoute({
  getParentRoute: () => shell,
  path: '/summary/$moduleId',
  validateSearch: listSearch,
  beforeLoad: async ({ params, search, context }) => {
    const model = await (await heads()).loadModel(params.moduleId)
    if (!model) return notFoundHere()
    // a module without a list of its own opens the list it returns to
    if (model.hidden === true && model.returnsTo !== undefined)
      throw redirect({ to: '/summary/$moduleId', params: { moduleId: model.returnsTo }, replace: true })
    if (model.single !== undefined)
      throw redirect({ to: '/$moduleId', params, search: { [model.key[0] ?? '']: model.single }, replace: true })
    const statementId = statementOf(context.session, model.id)
    if (search.filter !== undefined || statementId === undefined) return { model }
    // an address without a filter gets the one that is shown
    const start = (await listAddress()).startSearch(context.session, model, statementId, Date.now())
    if (start.filter)
      throw redirect({ to: '/summary/$moduleId', params, search: { ...start, ...search }, replace: true })
    return { model }
  },
  component: lazyRouteComponent(loadList, 'ListPage'),
})
const detail = createRoute({
  getParentRoute: () => shell,
  path: '/$moduleId',
  validateSearch: detailSearch,
  // the screen loads before the page is drawn: loaded inside the page it would show 300 ms later
  loader: async ({ params }) => (await modules()).detailOf(params.moduleId) ?? notFoundHere(),
  staleTime: Infinity,
  component: lazyRouteComponent(() => import('./detail/detail-page.tsx'), 'DetailPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    missing,
    crash,
    login,
    roleSelection,
    secondFactor,
    profile,
    setup,
    shell.addChildren([dashboard, guide, summary, detail]),
  ]),
  notFoundMode: 'root',
  stringifySearch: (search) => defaultStringifySearch(writtenSearch(search)),
  defaultPendingComponent: Waiting,
  defaultPendingMs: 400,
  // what is loaded shows at once, however short the wait was
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
  // not reached, or not loaded: Try again repeats the request
  defaultErrorComponent: ({ error, reset }) => (
    <CrashPage
      error={error}
      reset={() => {
        reset()
        void router.invalidate()
      }}
    />
  ),
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
