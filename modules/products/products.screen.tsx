// A product on screen: what it is made of, where it is done, and what it costs where.
import { formatMoney } from '../../core/money.ts'
import { Detail } from '../../web/detail/detail.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { FieldCard } from '../../web/field/field-card.tsx'
import { linkedColumns } from '../../web/grid/linked-columns.ts'
import { askDryRun, DryRun, keysOf } from '../../web/screen/dry-run.tsx'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { nameOf, nothing } from '../../web/record/shown.ts'
import { products, type ProductDraft, type productFields } from './products.model.ts'
import { clientType } from '../lists/items.model.ts'

const { Chips, Field, useRecord } = screenOf(products)
const { GridCard } = gridsOf(products)

const asWritten = (product: ProductDraft) => {
  const labs = (product.ProductLabs ?? []).filter((row) => row.SourceLabId && row.DestinationLabId)
  const { ProductId, IsLocalProduct, OwnerId } = product
  return {
    ProductId,
    IsLocalProduct,
    OwnerId,
    TestIds: keysOf((product.Tests ?? []).flatMap((row) => row.TestId ?? [])),
    SubProductIds: keysOf((product.SubProducts ?? []).flatMap((row) => row.ProductId ?? [])),
    SourceLabIds: keysOf(labs.map((row) => row.SourceLabId)),
    DestinationLabIds: keysOf(labs.map((row) => row.DestinationLabId)),
  }
}

const labsOnly = new Set(['OwnerId', 'IsLocalProduct'])
const options: RecordOptions<typeof productFields> = {
  start: () => ({ IsActive: true, IsLocalProduct: false }),
  // the first lab in order comes first
  send: ({ ProductLabs, ...sent }) => ({
    ...sent,
    ...(ProductLabs && { ProductLabs: ProductLabs.map((row, at) => ({ ...row, SequenceNumber: at + 1 })) }),
  }),
  locked: (name, _values, user) =>
    labsOnly.has(name) && user.EntityTypeId !== clientType.Lab
      ? 'Only a user of a lab can set the owner of a product'
      : undefined,
  confirm: async (form) => {
    const { mode, began, values } = form.state()
    if (values.IsActive !== true || (mode === 'edit' && began.IsActive === true)) return true
    return askDryRun(products.id, asWritten(values))
  },
}
const testColumns: ScreenColumns<typeof productFields, 'Tests'> = [
  ...linkedColumns('TestId', 110),
  { name: 'RecipieCost', width: 110 },
]
const subProductColumns: ScreenColumns<typeof productFields, 'SubProducts'> = [
  { name: 'ProductId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Code', width: 90, picks: 'ProductId' },
  { name: 'Name', width: 'minmax(130px, 1fr)', picks: 'ProductId' },
]
const labColumns: ScreenColumns<typeof productFields, 'ProductLabs'> = [
  { name: 'SourceLabId', width: 'minmax(80px, 1fr)' },
  { name: 'DestinationLabId', width: 'minmax(114px, 1fr)' },
  { name: 'MandateLRN', width: 112 },
]
const orNothing = (text: string) => text || <span className="quiet">{nothing}</span>
const priceColumns: ScreenColumns<typeof productFields, 'PriceLists'> = [
  { name: 'Seller', width: 'minmax(160px, 1fr)', editable: false, show: (row) => orNothing(nameOf(row.Seller)) },
  { name: 'BuyerType', width: 280, editable: false },
  { name: 'Buyer', width: 'minmax(120px, 1fr)', editable: false, show: (row) => orNothing(nameOf(row.Buyer)) },
  { name: 'Price', width: 100, strong: true, editable: false },
  { name: 'EffectiveFromDate', width: 124, editable: false },
  { name: 'EffectiveTillDate', width: 124, editable: false },
]

export const Screen = () => {
  const record = useRecord(options)
  const mode = useFormState(record.form, (state) => state.mode)
  return (
    <Detail record={record}>
      <FieldCard label="Product">
        <Field name="Code" />
        <Field name="Name" span={4} />
        <Field name="OwnerId" span={4} clears />
        <Field name="IsLocalProduct" />
        <Field name="Mrp" />
        <Field name="GstRate" />
        <Field name="Sac" />
        <Field name="GenderId" />
        <Field name="FastingRequired" />
        <Field name="ConsentRequired" />
        <Field name="IsActive" />
        <Chips name="Groups" of="ListItemId" span={12} />
        <Field name="Description" span={12} rows={2} />
      </FieldCard>
      <div className="grids">
        <GridCard
          name="Tests"
          columns={testColumns}
          height={250}
          blank="Name of the next test"
          blankAt={1}
          card={(row) => ({ title: row.Name, end: row.RecipieCost })}
        />
        <GridCard
          name="SubProducts"
          columns={subProductColumns}
          height={250}
          blank="Name of the next product"
          blankAt={1}
          card={(row) => ({ title: row.Name, note: row.Code })}
        />
        <GridCard
          name="ProductLabs"
          columns={labColumns}
          height={250}
          blank="Lab that takes the sample"
          card={(row) => ({
            title: nameOf(row.SourceLab),
            end: row.MandateLRN,
            note: nameOf(row.DestinationLab),
          })}
        />
      </div>
      {mode !== 'add' && (
        <GridCard
          name="PriceLists"
          columns={priceColumns}
          height={250}
          grows={false}
          card={(row) => ({
            title: nameOf(row.Seller),
            end: row.Price == null ? null : formatMoney(row.Price),
            note: row.BuyerType,
          })}
        />
      )}
      {mode === 'view' && <DryRun moduleId={products.id} query={{ ProductId: record.key }} />}
    </Detail>
  )
}
