// A price list on screen: for whom, from when, and the price of each product.
import { IconDownload, IconListCheck, IconPercentage } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { answerTo } from '../../web/api/api.ts'
import { Button } from '../../web/part/button.tsx'
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { askText } from '../../web/dialog/ask.ts'
import { say, sayError } from '../../web/message/snackbar-store.ts'
import { saveFile } from '../../web/list/save-file.ts'
import { ImportErrors, ImportLines } from '../../web/files/import-lines.tsx'
import { withImported } from '../products/imported.rules.ts'
import { priceListFields, pricelists } from './pricelists.model.ts'
import {
  overlapText,
  priceListCsv,
  priceListFile,
  pricesChanged,
  typedChange,
  withMissing,
  type PriceLine,
} from './pricelists.rules.ts'
import { productsAtTheirPrice } from '../products/answers.model.ts'

const { Field, useRecord } = screenOf(pricelists)
const { GridCard } = gridsOf(pricelists)

const columns: ScreenColumns<typeof priceListFields, 'PriceListProducts'> = [
  {
    view: 'Code',
    title: 'Code',
    width: 110,
    picks: 'ProductId',
    show: (row) => <span className="secondary">{row.Product?.Code}</span>,
  },
  { view: 'Name', title: 'Name', width: 'minmax(220px, 1fr)', editable: false, show: (row) => row.Product?.Name },
  { name: 'Price', width: 130, strong: true, next: true },
  { name: 'Discount', width: 110 },
]

const options: RecordOptions<typeof priceListFields> = {
  // another seller has other buyers
  changed: { SellerId: (form) => form.set({ BuyerId: null, Buyer: null }) },
}

export const Screen = () => {
  const record = useRecord(options)
  const [errors, setErrors] = useState<readonly string[]>([])
  const isRead = useFormState(record.form, (state) => state.mode === 'view')
  const overlaps = useFormState(record.form, (state) => state.values.Overlaps)
  const exportLines = () => {
    const { values } = record.form.state()
    saveFile(
      new Blob([priceListCsv(values.PriceListProducts ?? [])], { type: 'text/csv' }),
      priceListFile(Number(record.key), dayOf(new Date())),
    )
  }
  const changePrices = async () => {
    const typed = await askText({
      title: 'Change prices',
      label: 'Percent',
      text: 'All prices of this list rise by so many percent, or fall below 0. Discounts do not change.',
    })
    const change = typed === undefined ? undefined : typedChange(typed)
    if (change !== undefined)
      record.form.set({ PriceListProducts: pricesChanged(record.form.get('PriceListProducts') ?? [], change) })
    else if (typed !== undefined) say('A percentage above -100, like 10 or -2.5')
  }
  const addAll = async () => {
    try {
      const all = await answerTo(productsAtTheirPrice)
      // saved or left meanwhile
      if (!record.form.isEditable()) return
      const { lines, said } = withMissing(record.form.get('PriceListProducts') ?? [], all)
      record.form.set({ PriceListProducts: lines })
      say(said)
    } catch (error) {
      sayError(error)
    }
  }
  return (
    <Detail
      record={record}
      viewActions={<Button label="Export" icon={IconDownload} onClick={exportLines} />}
      editActions={
        <>
          <Button label="Add all products" icon={IconListCheck} onClick={() => void addAll()} />
          <Button label="Change prices" icon={IconPercentage} onClick={() => void changePrices()} />
          <ImportLines<PriceLine>
            moduleId={pricelists.id}
            counted="products"
            onErrors={setErrors}
            onRead={(read) =>
              record.form.set({
                PriceListProducts: withImported(record.form.get('PriceListProducts') ?? [], read, 'ProductId'),
              })
            }
          />
        </>
      }
    >
      {isRead && overlaps && <p className="band">{overlapText(overlaps)}</p>}
      <FieldCard label="Price List">
        <Field name="EffectiveFromDate" />
        <Field name="EffectiveTillDate" />
        <Field name="SellerId" span={4} />
        <Field name="BuyerTypeId" span={4} />
        <Field name="BuyerId" span={8} note={isRead ? undefined : priceListFields.BuyerId.hint} />
      </FieldCard>
      {!isRead && <ImportErrors errors={errors} />}
      <GridCard
        name="PriceListProducts"
        columns={columns}
        height={350}
        blank="Code or name of the next product"
        item={['ProductId', 'Price', 'Discount']}
        card={(row) => ({
          title: row.Product?.Name,
          end: row.Price == null ? null : formatMoney(row.Price),
          note: row.Product?.Code,
        })}
      />
    </Detail>
  )
}
