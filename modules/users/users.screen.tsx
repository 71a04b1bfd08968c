// A user on screen: name, roles, and the organisations they work for.
import { role } from '../../core/user.ts'
import { Detail } from '../../web/detail/detail.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { users } from './users.model.ts'

const options: RecordOptions = {
  // whom anybody else adds is of their own employer
  start: (user) => ({ IsActive: true, ...(user.RoleId !== role.Administrator && { EmployerId: user.EmployerId }) }),
  locked: (name, _values, user) =>
    name === 'EmployerId' && user.RoleId !== role.Administrator
      ? 'Only an administrator changes the employer'
      : undefined,
}
const roleColumns: readonly GridColumn[] = [
  { name: 'RoleName', width: 180, picks: 'RoleId' },
  { name: 'Description', width: 'minmax(200px, 1fr)', quiet: true },
]
const entityColumns: readonly GridColumn[] = [
  { name: 'ClientId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Name', width: 'minmax(200px, 1fr)', picks: 'ClientId' },
]

export const Screen = () => {
  const record = useRecord(users, options)
  const picture = useFormState(record.form, (state) => state.values['Picture'])
  const mode = useFormState(record.form, (state) => state.mode)
  return (
    <Detail record={record}>
      <section className="card" aria-label="User">
        <div className="fields">
          {(mode !== 'view' || (picture !== null && picture !== undefined)) && <Field name="Picture" />}
          <Field name="UserName" />
          <Field name="FullName" span={4} />
          <Field name="Email" span={4} />
          <Field name="Phone" />
          <Field name="EmployerId" span={4} />
          <Field name="DefaultEntityId" span={4} />
          <Field name="IsActive" />
        </div>
      </section>
      <div className="grids">
        <GridCard
          name="Roles"
          label="Roles"
          columns={roleColumns}
          height={250}
          blank="Name of the next role"
          card={(row) => ({ title: String(row['RoleName'] ?? ''), note: String(row['Description'] ?? '') })}
        />
        <GridCard
          name="Entities"
          label="Entities"
          columns={entityColumns}
          height={250}
          blank="Name of the next entity"
          blankAt={1}
          card={(row) => ({ title: String(row['Name'] ?? '') })}
        />
      </div>
    </Detail>
  )
}
