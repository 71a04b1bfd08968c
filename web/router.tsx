// The addresses of the product and which of them need somebody signed in.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
} from '@tanstack/react-router'
import { NotFoundPage } from './error/not-found.tsx'
import { CrashPage } from './error/crash.tsx'
import { Root } from './root.tsx'
import { storedUser } from './session/session.ts'
import { Waiting } from './part/waiting.tsx'

/** Search of a detail: its key fields, `clone`, and what its module adds. Numbers arrive as numbers. */
type DetailSearch = { clone?: boolean } & Record<string, string | number | boolean | undefined>
const detailSearch = (search: Record<string, unknown>): DetailSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  ) as DetailSearch

// the models are many: sign-in does not wait for them
const modules = () => import('./modules.ts')

const signedInOnly = () => {
  if (!storedUser()) redirect({ to: '/login', throw: true })
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
  component: lazyRouteComponent(() => import('./login/role-selection.tsx'), 'RoleSelectionPage'),
})
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
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
  beforeLoad: signedInOnly,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/summary/dashboard',
  component: lazyRouteComponent(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})
const summary = createRoute({
  getParentRoute: () => shell,
  path: '/summary/$moduleId',
  beforeLoad: async ({ params }) => {
    if (!(await modules()).isListed(params.moduleId)) notFound({ routeId: rootRouteId, throw: true })
  },
  component: lazyRouteComponent(() => import('./list/list-page.tsx'), 'ListPage'),
})
const detail = createRoute({
  getParentRoute: () => shell,
  path: '/$moduleId',
  validateSearch: detailSearch,
  beforeLoad: async ({ params }) => {
    if (!(await modules()).isScreen(params.moduleId)) notFound({ routeId: rootRouteId, throw: true })
  },
  component: lazyRouteComponent(() => import('./detail/detail-page.tsx'), 'DetailPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    missing,
    crash,
    login,
    roleSelection,
    profile,
    setup,
    shell.addChildren([dashboard, summary, detail]),
  ]),
  notFoundMode: 'root',
  defaultPendingComponent: Waiting,
  defaultPendingMs: 400,
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
