// The place of the guide that speaks of the screen one is on, for who is at work.
import { useRouterState } from '@tanstack/react-router'
import { cache } from '../api/cache.ts'
import { currentUser } from '../session/session.ts'
import { helpFor } from './pages.ts'

/** Undefined before sign-in: there is no role to help. */
export const useHelp = (): ReturnType<typeof helpFor> | undefined => {
  const moduleId = useRouterState({
    select: (state) => state.matches.map(({ params }) => ('moduleId' in params ? params.moduleId : undefined)).at(-1),
  })
  const isAtWork = useRouterState({ select: (state) => state.matches.some(({ routeId }) => routeId === '/shell') })
  const known = cache.getQueryData(currentUser.queryKey)
  return isAtWork && known?.Role ? helpFor(moduleId, known.Role.RoleId) : undefined
}
