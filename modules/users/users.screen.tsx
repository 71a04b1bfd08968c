// A user on screen: name, roles, and the organisations they work for.
import type { clientsFound } from '../../core/answer/questions.ts'
import { formatDate } from '../../core/dates.ts'
import { role } from '../../core/user.ts'
import { answerTo } from '../../web/api/api.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import type { RecordOptions } from '../../web/record/form.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { linkedColumns } from '../../web/grid/linked-columns.ts'
import { nameOf } from '../../web/record/shown.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import type { userFields } from './users.model.ts'
import { users } from './users.model.ts'
import { employerErrors } from './users.rules.ts'
import { EndSessions, ResetPassword, TakeOffFactor } from './reset.screen.tsx'

const { Field, useRecord } = screenOf(users)
const { GridCard } = gridsOf(users)

const options: RecordOptions<typeof userFields> = {
  // a user added by anyone but role 1 gets their employer
  start: (user) => ({ IsActive: true, ...(user.RoleId !== role.Administrator && { EmployerId: user.EmployerId }) }),
  // another employer means other places
  changed: {
    EmployerId: (form) => form.set({ Entities: [], DefaultEntityId: null, DefaultEntity: null }),
  },
  check: employerErrors,
  // the derived employer has only a key
  opened: async (form) => {
    const { EmployerId, Employer } = form.state().values
    if (typeof EmployerId !== 'number' || Employer) return
    const [found] = await answerTo<typeof clientsFound>({ path: 'clients' }, { ClientId: EmployerId }).catch(() => [])
    if (found && form.get('EmployerId') === EmployerId) form.set({ Employer: found })
  },
  locked: (name, _values, user) =>
    name === 'EmployerId' && user.RoleId !== role.Administrator
      ? 'Only an administrator can change the employer'
      : undefined,
}
const roleColumns: ScreenColumns<typeof userFields, 'Roles'> = [
  { name: 'RoleName', width: 180, picks: 'RoleId' },
  { name: 'Description', width: 'minmax(200px, 1fr)', quiet: true },
]
const departmentColumns: ScreenColumns<typeof userFields, 'SignsFor'> = [
  { name: 'DepartmentId', width: 'minmax(160px, 1fr)' },
  { name: 'FromDate', width: 130 },
  { name: 'TillDate', width: 130 },
]
const entityColumns: ScreenColumns<typeof userFields, 'Entities'> = linkedColumns('ClientId')

export const Screen = () => {
  const record = useRecord(options)
  const picture = useFormState(record.form, (state) => state.values.Picture)
  const roles = useFormState(record.form, (state) => state.values.Roles)
  const mode = useFormState(record.form, (state) => state.mode)
  return (
    <Detail
      record={record}
      viewActions={
        <>
          <ResetPassword />
          <TakeOffFactor />
          <EndSessions />
        </>
      }
    >
      <FieldCard label="User">
        <Field name="UserName" />
        <Field name="FullName" span={4} />
        <Field name="Email" span={4} />
        <Field name="Phone" />
        <Field name="EmployerId" span={4} required />
        <Field name="DefaultEntityId" span={4} />
        <Field name="IsActive" />
        {mode === 'view' && <Field name="SecondFactor" />}
        {mode === 'view' && <Field name="OpenSessions" note="Places where this user is signed in now" />}
        <Field name="Qualification" span={4} note="Degree, post and registration, as reports print them" />
        <Field name="Signature" span={4} />
        {(mode !== 'view' || (picture !== null && picture !== undefined)) && <Field name="Picture" span={4} />}
      </FieldCard>
      <div className="grids">
        <GridCard
          name="Roles"
          columns={roleColumns}
          height={250}
          blank="Name of the next role"
          card={(row) => ({ title: row.RoleName, note: row.Description })}
        />
        <GridCard
          name="Entities"
          columns={entityColumns}
          height={250}
          blank="Name of the next entity"
          blankAt={1}
          card={(row) => ({ title: row.Name })}
        />
        {roles?.some(({ RoleId }) => RoleId === role.Pathologist) === true && (
          <GridCard
            name="SignsFor"
            columns={departmentColumns}
            height={250}
            blank="Every department, unless one is named"
            whenEmpty="Every department"
            card={(row) => ({ title: nameOf(row.Department), note: formatDate(row.TillDate) })}
          />
        )}
      </div>
    </Detail>
  )
}
