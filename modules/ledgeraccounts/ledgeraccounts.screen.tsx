// An own account on screen.
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import { ledgeraccounts } from './ledgeraccounts.model.ts'

const { Field, useRecord, useValue } = screenOf(ledgeraccounts)

const Posted = () => (
  <>
    <Shown label="Legal Entity" span={4}>
      {useValue('Entity')?.Name}
    </Shown>
    <Shown label="Balance" note="In the books of your places">
      {formatMoney(useValue('Balance') ?? 0, { symbol: true })}
    </Shown>
  </>
)

export const Screen = () => {
  const record = useRecord(startsActive)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  return (
    <Detail record={record}>
      <FieldCard label="Own Account">
        <Field name="Code" />
        <Field name="Name" span={4} />
        <Field name="Kind" note="Stays once something is posted" />
        <Field name="IsActive" />
        {!isNew && <Posted />}
      </FieldCard>
    </Detail>
  )
}
