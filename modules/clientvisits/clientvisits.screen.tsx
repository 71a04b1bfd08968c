// A client visit on screen, for a thumb: whom, what about, the result; next to it dues and the last visits.
import { IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { isPrivileged, type SignedIn } from '../../core/user.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Button } from '../../web/part/button.tsx'
import { recordLink } from '../../web/record/record-link.ts'
import type { RecordOptions, Search } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { clientvisits, type visitFields } from './clientvisits.model.ts'
import { AboutClient } from './about.screen.tsx'

const { Chips, Field, useRecord, useValue } = screenOf(clientvisits)

const options: RecordOptions<typeof visitFields> = {
  start: ({ UserId, FullName }: SignedIn, { ClientId, MeetingId }: Search) => ({
    VisitDate: new Date().toISOString(),
    UserId,
    User: { UserId, FullName },
    ...(typeof ClientId === 'number' && { ClientId }),
    ...(typeof MeetingId === 'number' && { MeetingId }),
  }),
  locked: (name, _values, user) =>
    (name === 'VisitDate' || name === 'UserId') && !isPrivileged(user) ? 'Only a manager may change this' : undefined,
}

/** Adds a visit to another person of the same meeting. */
const AnotherPerson = () => {
  const navigate = useNavigate()
  const MeetingId = useValue('MeetingId') ?? undefined
  return (
    <Button
      label="Another person"
      icon={IconUserPlus}
      onClick={() => void navigate(recordLink('clientvisits', { MeetingId }))}
    />
  )
}

export const Screen = () => {
  const record = useRecord(options)
  const clientId = useFormState(record.form, (state) => state.values.ClientId)
  return (
    <Detail record={record} viewActions={<AnotherPerson />}>
      <FieldCard label="Client Visit">
        <Field name="ClientId" span={4} />
        <Field name="VisitDate" span={4} />
        <Field name="UserId" span={4} />
        <Field name="Place" span={12} />
        <Chips name="Tags" of="ListItemId" span={12} />
        <Field name="Notes" span={12} rows={4} />
      </FieldCard>
      {typeof clientId === 'number' && <AboutClient clientId={clientId} />}
    </Detail>
  )
}
