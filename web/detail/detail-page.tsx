// Opens the detail screen of the address's module; each has its own bundle.
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { everyScreen, models } from '../modules.ts'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { Waiting } from '../part/waiting.tsx'

const loaded: Record<string, LazyExoticComponent<ComponentType> | undefined> = Object.fromEntries(
  everyScreen().map(([moduleId, load]) => [moduleId, lazy(async () => ({ default: (await load()).Screen }))]),
)
const route = getRouteApi('/shell/$moduleId')

export const DetailPage = () => {
  const session = useSession()
  const { moduleId } = route.useParams()
  const search = route.useSearch()
  const Screen = loaded[moduleId]
  const model = models[moduleId]
  // another record is another screen: nothing of the one before may stay in its fields
  const record = (model?.key ?? []).map((name) => String(search[name] ?? '')).join('/')
  const isNew = search.clone === true || !model?.key.some((name) => search[name] !== undefined)
  if (isNew && model?.createdBy?.some((id) => may(session, id, 'create')) === false)
    return (
      <div className="empty" role="alert">
        <h2>{model.name}</h2>
        <p>Your role may not add here. Another role or entity may: change it at the top.</p>
      </div>
    )
  return (
    <Suspense fallback={<Waiting />}>
      {Screen && <Screen key={`${moduleId} ${record} ${search.clone ? 'clone' : ''}`} />}
    </Suspense>
  )
}
