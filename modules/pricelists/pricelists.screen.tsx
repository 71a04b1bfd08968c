// A price list on screen: for whom, from when, and the price of each product.
import { IconDownload } from '@tabler/icons-react'
import { dayOf } from '../../core/dates.ts'
import { Button } from '../../web/part/button.tsx'
import { Detail } from '../../web/detail/detail.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { saveFile } from '../../web/list/save-file.ts'
import { priceListFields, pricelists, type PriceList } from './pricelists.model.ts'
import { priceListCsv, priceListFile } from './pricelists.rules.ts'

type Line = PriceList['PriceListProducts'][number]
const productOf = (row: Readonly<Record<string, unknown>>) => (row as Line).Product
const columns: readonly GridColumn[] = [
  {
    name: 'Code',
    title: 'Code',
    width: 110,
    picks: 'ProductId',
    show: (row) => <span className="secondary">{productOf(row)?.Code}</span>,
  },
  { name: 'Name', title: 'Name', width: 'minmax(220px, 1fr)', editable: false, show: (row) => productOf(row)?.Name },
  { name: 'Price', width: 130, strong: true },
  { name: 'Discount', width: 110 },
]

export const Screen = () => {
  const record = useRecord(pricelists)
  const isRead = useFormState(record.form, (state) => state.mode === 'view')
  const exportLines = () => {
    const { values } = record.form.state()
    saveFile(
      new Blob([priceListCsv(values['PriceListProducts'] as readonly Line[])], { type: 'text/csv' }),
      priceListFile(Number(record.key), dayOf(new Date())),
    )
  }
  return (
    <Detail record={record} viewActions={<Button label="Export" icon={IconDownload} onClick={exportLines} />}>
      <section className="card" aria-label="Price List">
        <div className="fields">
          <Field name="EffectiveFromDate" />
          <Field name="EffectiveTillDate" />
          <Field name="SellerId" span={4} />
          <Field name="BuyerTypeId" span={4} />
          <Field name="BuyerId" span={8} note={isRead ? undefined : priceListFields.BuyerId.hint} />
        </div>
      </section>
      <GridCard
        name="PriceListProducts"
        label="Products"
        columns={columns}
        height={350}
        blank="Code or name of the next product"
        item={['ProductId', 'Price', 'Discount']}
        card={(row) => ({
          title: productOf(row)?.Name ?? '',
          end: String(row['Price'] ?? ''),
          note: productOf(row)?.Code ?? '',
        })}
      />
    </Detail>
  )
}
