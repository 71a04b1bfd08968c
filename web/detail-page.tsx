// Opens the detail screen of the address's module; each has its own bundle.
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { models, screens } from './modules.ts'
import { Waiting } from './waiting.tsx'

const loaded = new Map<string, LazyExoticComponent<ComponentType>>()
const screenOf = (moduleId: string) => {
  let screen = loaded.get(moduleId)
  const load = screens[moduleId]
  if (!screen && load) loaded.set(moduleId, (screen = lazy(async () => ({ default: (await load()).Screen }))))
  return screen
}
const route = getRouteApi('/shell/$moduleId')

export const DetailPage = () => {
  const { moduleId } = route.useParams()
  const search = route.useSearch()
  const Screen = screenOf(moduleId)
  // another record is another screen: nothing of the one before may stay in its fields
  const record = (models[moduleId]?.key ?? []).map((name) => String(search[name] ?? '')).join('/')
  return <Suspense fallback={<Waiting />}>{Screen && <Screen key={`${moduleId} ${record} ${search.clone ? 'clone' : ''}`} />}</Suspense>
}
