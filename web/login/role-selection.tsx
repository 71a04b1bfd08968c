// Choosing the role and entity to work as; with only one of each there is no choice to make.
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wordOf } from '../../core/items.ts'
import { entityTypes } from '../../core/user.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import type { Account, CurrentUser } from '../session/session.ts'
import { endSession, takeRole } from '../session/session.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Waiting } from '../part/waiting.tsx'
import { Choices } from './choices.tsx'
import { Entrance } from './entrance.tsx'

type Missing = { role?: string | undefined; entity?: string | undefined }

const route = getRouteApi('/roleselection/$first')
const useTaking = () => {
  const { first } = route.useParams()
  const navigate = useNavigate()
  const router = useRouter()
  return async (roleId: number, entityId: number): Promise<void> => {
    holdKeys('screen')
    try {
      await takeRole(roleId, entityId)
      if (first !== 'true' && router.history.canGoBack()) router.history.back()
      else await navigate({ to: '/summary/dashboard' })
    } catch (error) {
      dropKeys('screen')
      sayError(error)
    }
  }
}

/** The chosen role and entity; `only`: there is no choice to make. */
const useSelection = ({ User, Role, Entity }: CurrentUser) => {
  const take = useTaking()
  const only = User.Roles.length === 1 && User.Entities.length === 1
  const [roleId, setRole] = useState(Role?.RoleId ?? User.Roles[0]?.RoleId)
  const [entityId, setEntity] = useState(Entity?.ClientId ?? User.DefaultEntityId ?? User.Entities[0]?.ClientId)
  const [errors, setErrors] = useState<Missing>({})
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setErrors({ role: roleId ? undefined : 'Role is required', entity: entityId ? undefined : 'Entity is required' })
    if (!roleId || !entityId) return
    setBusy(true)
    await take(roleId, entityId)
    setBusy(false)
  }
  const applied = useRef(false)
  const applyOnly = useEffectEvent(() => void go())
  useEffect(() => {
    if (!only || applied.current) return
    applied.current = true
    applyOnly()
  }, [only])
  useEffect(() => {
    if (!only) playKeys('screen')
  }, [only])
  return { only, roleId, setRole, entityId, setEntity, errors, busy, go }
}

/** The errors where there are no choices to show them at. */
const NothingGiven = ({ user: { Roles, Entities }, errors }: { user: Account; errors: Missing }) => (
  <>
    {Roles.length === 0 && <p className="band">You have no role yet. Ask an administrator.</p>}
    {Entities.length === 0 && <p className="band">You have no entity yet. Ask an administrator.</p>}
    {[Roles.length < 2 && errors.role, Entities.length < 2 && errors.entity].map(
      (error) =>
        error && (
          <p key={error} className="error" role="alert">
            {error}
          </p>
        ),
    )}
  </>
)

const Selection = ({ known }: { known: CurrentUser }) => {
  const { User } = known
  const navigate = useNavigate()
  const { only, roleId, setRole, entityId, setEntity, errors, busy, go } = useSelection(known)
  const leave = async () => {
    await endSession()
    await navigate({ to: '/login' })
  }
  if (only) return <Waiting />
  return (
    <form
      className="entrance-form wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void go()
      }}
    >
      <h1>Role and entity</h1>
      <p>{User.FullName}, what do you work as now?</p>
      {User.Roles.length > 1 && (
        <Choices
          label="Role"
          error={errors.role}
          value={roleId}
          onChoose={setRole}
          keys
          first
          options={User.Roles.map((role) => ({ value: role.RoleId, label: role.RoleName }))}
        />
      )}
      {User.Entities.length > 1 && (
        <Choices
          label="Entity"
          error={errors.entity}
          value={entityId}
          onChoose={setEntity}
          first={User.Roles.length < 2}
          options={User.Entities.map((entity) => ({
            value: entity.ClientId,
            label: entity.Name,
            note: wordOf(entityTypes, entity.ClientTypeId),
          }))}
        />
      )}
      <NothingGiven user={User} errors={errors} />
      <div className="entrance-actions">
        <button type="submit" className="button primary" aria-busy={busy || undefined}>
          Continue{' '}
          <kbd className="key" aria-hidden>
            ↵
          </kbd>
        </button>
        <button type="button" className="button" onClick={() => void leave()}>
          Logout
        </button>
      </div>
    </form>
  )
}

export const RoleSelectionPage = () => {
  const { known } = route.useRouteContext()
  return (
    <Entrance>
      <Selection known={known} />
    </Entrance>
  )
}
