// The generic list: the address chooses the module, the list permit its statement.
import { getRouteApi } from '@tanstack/react-router'
import '../pickers.ts'
import { statementOf } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { ListScreen } from './list-screen.tsx'
import './list.css'

const route = getRouteApi('/shell/summary/$moduleId')

export const ListPage = () => {
  const { moduleId } = route.useParams()
  const session = useSession()
  const { model } = route.useRouteContext()
  const statementId = statementOf(session, moduleId)
  if (!model) return null
  if (statementId === undefined) {
    return (
      <div className="empty" role="alert">
        <h2>{model.name}</h2>
        <p>Your role may not see this list. Another role or entity may: change it at the top.</p>
      </div>
    )
  }
  return <ListScreen key={`${moduleId} ${statementId}`} model={model} statementId={statementId} />
}
