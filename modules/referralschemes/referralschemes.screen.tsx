// A referral scheme on screen: whose, for whom, from when, and the commission of each product.
import { useState } from 'react'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { ImportErrors, ImportLines } from '../../web/files/import-lines.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { withImported } from '../products/imported.rules.ts'
import { referralschemes, type schemeFields, type SchemeDraft } from './referralschemes.model.ts'

const { Field, useRecord } = screenOf(referralschemes)
const { GridCard } = gridsOf(referralschemes)
type Line = NonNullable<SchemeDraft['ReferralSchemeProducts']>[number]

const columns: ScreenColumns<typeof schemeFields, 'ReferralSchemeProducts'> = [
  {
    view: 'Code',
    title: 'Code',
    width: 110,
    picks: 'ProductId',
    show: (row) => <span className="secondary">{row.Product?.Code}</span>,
  },
  { view: 'Name', title: 'Name', width: 'minmax(220px, 1fr)', editable: false, show: (row) => row.Product?.Name },
  { name: 'Commission', width: 130, strong: true, next: true },
]

export const Screen = () => {
  const record = useRecord()
  const [errors, setErrors] = useState<readonly string[]>([])
  const isRead = useFormState(record.form, (state) => state.mode === 'view')
  const add = (read: readonly Line[]) => {
    const lines = record.form.get('ReferralSchemeProducts') ?? []
    record.form.set({ ReferralSchemeProducts: withImported(lines, read, 'ProductId') })
  }
  return (
    <Detail
      record={record}
      editActions={
        <ImportLines<Line> moduleId={referralschemes.id} counted="products" onErrors={setErrors} onRead={add} />
      }
    >
      <FieldCard label="Referral Scheme">
        <Field name="EffectiveFromDate" />
        <Field name="EffectiveTillDate" />
        <Field name="SellerId" span={4} />
        <Field
          name="ReferrerId"
          span={8}
          note={isRead ? undefined : 'Leave it blank to set prices for all referrers'}
        />
      </FieldCard>
      {!isRead && <ImportErrors errors={errors} />}
      <GridCard
        name="ReferralSchemeProducts"
        columns={columns}
        height={350}
        blank="Code or name of the next product"
        item={['ProductId', 'Commission']}
        card={(row) => ({
          title: row.Product?.Name,
          end: row.Commission,
          note: row.Product?.Code,
        })}
      />
    </Detail>
  )
}
