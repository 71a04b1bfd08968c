// A bank account on screen.
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { startsActive } from '../../web/screen/starts-active.ts'
import { ImportStatement } from './statement/import.screen.tsx'
import { bankaccounts } from './bankaccounts.model.ts'

const { Field, useRecord, useValue } = screenOf(bankaccounts)

const Balance = () => (
  <Shown label="Balance" note="In the ledger">
    {formatMoney(useValue('Balance') ?? 0, { symbol: true })}
  </Shown>
)

export const Screen = () => {
  const record = useRecord(startsActive)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  return (
    <Detail record={record} viewActions={<ImportStatement />}>
      <FieldCard label="Bank Account">
        <Field name="Name" span={4} />
        <Field name="OwnerId" span={4} />
        <Field name="Number" span={4} />
        <Field name="Ifsc" />
        <Field name="OpeningDate" />
        <Field name="OpeningBalance" />
        <Field name="IsDefault" span={4} note="Card, UPI, bank transfers and cleared cheques of the account holder" />
        <Field name="IsActive" />
        {!isNew && <Balance />}
      </FieldCard>
      <FieldCard label="Columns of its statements" titled>
        <Field name="DateColumn" span={4} note="As the file is headed; empty takes the usual headings" />
        <Field name="DescriptionColumn" span={4} />
        <Field name="ReferenceColumn" span={4} />
        <Field name="DebitColumn" span={4} />
        <Field name="CreditColumn" span={4} />
        <Field name="BalanceColumn" span={4} />
      </FieldCard>
    </Detail>
  )
}
