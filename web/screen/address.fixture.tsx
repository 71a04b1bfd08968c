// An address of the product on its own page, for tests of navigation: the real router, any signed-in user, no server.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { cache } from '../api/cache.ts'
import { dismiss, readNotes } from '../message/snackbar-store.ts'
import { router } from '../router.tsx'
import { currentUser, type CurrentUser } from '../session/session.ts'
import { answerAll, answerSome, bringServerBack, takeServerAway, type Tried } from './no-server.fixture.ts'
import '../tokens.css'
import '../base.css'

let shown: { root: Root; place: HTMLElement } | undefined
export const leave = (): void => {
  shown?.root.unmount()
  shown?.place.remove()
  shown = undefined
  bringServerBack()
  localStorage.clear()
  sessionStorage.clear()
  for (const { id } of readNotes()) dismiss(id)
}

/**
 * Goes to an address as a user, or without one. `remembered`: the browser knows the user, the server was not asked yet.
 * `answer`: its answer then. `some`: its answers to some calls.
 */
export const goTo = async (
  address: string,
  known?: CurrentUser,
  {
    remembered = known !== undefined,
    answer,
    some,
  }: { remembered?: boolean; answer?: { status: number; body: object }; some?: (call: Tried) => unknown } = {},
): Promise<void> => {
  leave()
  cache.clear()
  if (answer) answerAll(answer.status, answer.body)
  else takeServerAway()
  if (some) answerSome(some)
  if (known) cache.setQueryData(currentUser.queryKey, known)
  if (remembered) localStorage.setItem('user', JSON.stringify({ UserId: known?.User.UserId ?? 5 }))
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await router.load()
}
/** Path and search of the resulting address. */
export const at = (): string => {
  const { pathname, searchStr } = router.state.location
  return pathname + searchStr
}
