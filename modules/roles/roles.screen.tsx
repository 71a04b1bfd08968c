// A role on screen: its permissions row by row, the newest rows that criteria leave, and what the role will see.
import { useState } from 'react'
import type { allModules } from '../../core/answer/questions.ts'
import { oneOf, permits, rows } from '../../core/model.ts'
import { modules } from '../index.ts'
import { criteriaHolds } from '../../core/expression/expression.criteria.ts'
import { get } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { say, sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { Waiting } from '../../web/part/waiting.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { statementOf } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { permissionFields, permissionRows, roleFields, roles, type Permission } from './roles.model.ts'
import { roleErrors } from './roles.rules.ts'
import { namesIn, seenBy, wordOf, type ModuleRow } from './sees.rules.ts'
import './roles.screen.css'

/** The choices of the role: modules by their names in the sidebar, permits by those of their buttons. */
const offeredBy = (names: ReadonlyMap<string, string>) => ({
  ...roles,
  fields: {
    ...roleFields,
    Permissions: rows(
      'Permissions',
      {
        ...permissionFields,
        ModuleId: oneOf(
          'Module',
          modules.map((id) => [String(id), names.get(id) ?? id] as const),
        ),
        Permit: oneOf(
          'Permit',
          permits.map((permit) => [String(permit), wordOf(permit)] as const),
        ),
      },
      permissionRows,
    ),
  },
})
type Offered = ReturnType<typeof offeredBy>
const empty = offeredBy(new Map())
const { Field, useRecord, useForm, useValue } = screenOf<Offered['fields']>(empty)
const { GridCard } = gridsOf<Offered['fields']>(empty)

const options: RecordOptions<Offered['fields']> = { check: roleErrors }
const columns: ScreenColumns<Offered['fields'], 'Permissions'> = [
  { name: 'ModuleId', width: 180 },
  { name: 'Permit', width: 130, strong: true },
  { name: 'ClientTypeId', width: 200, quiet: true },
  { name: 'Criteria', width: 'minmax(240px, 1fr)' },
]
const sampled = 50

/** Tries criteria on the newest rows that the user may list. */
const Try = ({ permission }: { permission: Permission }) => {
  const session = useSession()
  const { get: valueOf } = useForm()
  const [busy, setBusy] = useState(false)
  const statement = statementOf(session, permission.ModuleId ?? '')
  const attempt = async () => {
    setBusy(true)
    try {
      const rows = await get<Record<string, unknown>[]>(`/api/getdata/${statement ?? ''}`, { limit: sampled })
      const user = { RoleId: valueOf('RoleId') ?? 0, EntityId: session.Entity.ClientId, UserId: session.User.UserId }
      const held = rows.filter((row) => criteriaHolds(permission.Criteria, row, user))
      say(`${held.length} of the ${rows.length} newest rows meet it`)
    } catch (error) {
      sayError(error)
    } finally {
      setBusy(false)
    }
  }
  return statement === undefined || !permission.Criteria ? null : (
    <Button label="Try" look="link" busy={busy} onClick={() => void attempt()} />
  )
}

/** The sidebar and the buttons that the present permissions give. */
const Sees = ({ rows }: { rows: readonly ModuleRow[] }) => {
  const permissions = useValue('Permissions') ?? []
  return (
    <section className="card role-sees" aria-label="What this role sees">
      <h2>What this role sees</h2>
      {seenBy(permissions, rows).map((group) => (
        <div key={group.name}>
          <h3>{group.name}</h3>
          <ul>
            {group.modules.map((module) => (
              <li key={module.name}>
                <b>{module.name}</b> <span className="secondary">{module.buttons.join(', ')}</span>
                {module.limited && <em> some rows only</em>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const Role = ({ rows }: { rows: readonly ModuleRow[] }) => {
  const [names] = useState(() => namesIn(rows))
  const [offered] = useState(() => offeredBy(names))
  const record = useRecord(options, offered)
  return (
    <Detail record={record}>
      <FieldCard label="Role">
        <Field name="RoleName" span={4} />
        <Field name="Description" span={5} rows={1} />
        <Field name="SecondFactor" span={3} note="Sign-in requires an authenticator code" />
      </FieldCard>
      <GridCard
        name="Permissions"
        columns={columns}
        height={350}
        action={(permission) => <Try permission={permission} />}
        card={(row) => ({
          title: names.get(row.ModuleId ?? '') ?? row.ModuleId,
          end: wordOf(row.Permit ?? ''),
          note: row.Criteria,
        })}
      />
      <Sees rows={rows} />
    </Detail>
  )
}

export const Screen = () => {
  const { data, isPending } = useAnswer<typeof allModules>({ path: 'modules' })
  if (isPending) return <Waiting what={roles.singular} />
  return <Role rows={data ?? []} />
}
