// Opens the detail screen of the address's module; each has its own bundle.
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { models, screens } from './modules.ts'
import { Waiting } from './waiting.tsx'

const loaded: Record<string, LazyExoticComponent<ComponentType> | undefined> = Object.fromEntries(
  Object.entries(screens).map(([moduleId, load]) => [moduleId, load && lazy(async () => ({ default: (await load()).Screen }))]),
)
const route = getRouteApi('/shell/$moduleId')

export const DetailPage = () => {
  const { moduleId } = route.useParams()
  const search = route.useSearch()
  const Screen = loaded[moduleId]
  // another record is another screen: nothing of the one before may stay in its fields
  const record = (models[moduleId]?.key ?? []).map((name) => String(search[name] ?? '')).join('/')
  return <Suspense fallback={<Waiting />}>{Screen && <Screen key={`${moduleId} ${record} ${search.clone ? 'clone' : ''}`} />}</Suspense>
}
