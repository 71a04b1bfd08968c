// Opens the detail screen of the address's module; each has its own bundle.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Model } from '../../core/model.ts'
import { sayError } from '../message/snackbar-store.ts'
import { loadModel } from '../heads.ts'
import { recordParts } from '../modules.ts'
import '../pickers.ts'
import { askedIn } from '../record/record-link.ts'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { LoadModelContext, partsOf, RecordPartsContext } from './record-part.tsx'

const parts = partsOf(recordParts)
const route = getRouteApi('/shell/$moduleId')

/** Explains why there is no empty form, and returns to the list. */
const BackToList = ({ model, reason }: { model: Model; reason: string }) => {
  const navigate = useNavigate()
  useEffect(() => {
    sayError(reason)
    void navigate({ to: '/summary/$moduleId', params: { moduleId: model.returnsTo ?? model.id }, replace: true })
  }, [model, reason, navigate])
  return null
}

export const DetailPage = () => {
  const session = useSession()
  const { moduleId } = route.useParams()
  const search = route.useSearch()
  const { Screen, model } = route.useLoaderData()
  // another record is another screen: its fields must not show values of the one before
  const record = (model?.key ?? []).map((name) => String(search[name] ?? '')).join('/')
  const { clone } = askedIn(search)
  const isNew = clone === true || !model?.key.some((name) => search[name] !== undefined)
  if (isNew && model?.notEntered !== undefined) return <BackToList model={model} reason={model.notEntered} />
  if (isNew && model?.createdBy?.some((id) => may(session, id, 'create')) === false)
    return (
      <div className="empty" role="alert">
        <h2>{model.name}</h2>
        <p>Your role may not add here. Another role or entity may: change it at the top.</p>
      </div>
    )
  return (
    <LoadModelContext value={loadModel}>
      <RecordPartsContext value={parts}>
        <Screen key={`${moduleId} ${record} ${clone ? 'clone' : ''}`} />
      </RecordPartsContext>
    </LoadModelContext>
  )
}
