// A product on screen: what it is made of, where it is done, and what it costs where.
import { Detail } from '../../web/detail/detail.tsx'
import type { RecordOptions } from '../../web/record/form.ts'
import { useFormState, useValue } from '../../web/record/use-form.ts'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { nameOf, nothing } from '../../web/record/shown.ts'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { products } from './products.model.ts'
import { clientType } from '../lists/items.model.ts'

const labsOnly = new Set(['OwnerId', 'IsLocalProduct'])
const options: RecordOptions = {
  start: () => ({ IsActive: true, IsLocalProduct: false }),
  locked: (name, _values, user) =>
    labsOnly.has(name) && user.EntityTypeId !== clientType.Lab
      ? 'Only a user of a lab sets who owns a product'
      : undefined,
}
const testColumns: readonly GridColumn[] = [
  { name: 'TestId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Name', width: 'minmax(180px, 1fr)', picks: 'TestId' },
  { name: 'RecipieCost', width: 110 },
]
const subProductColumns: readonly GridColumn[] = [
  { name: 'ProductId', title: 'Id', width: 80, editable: false, quiet: true },
  { name: 'Code', width: 90, picks: 'ProductId' },
  { name: 'Name', width: 'minmax(180px, 1fr)', picks: 'ProductId' },
]
const labColumns: readonly GridColumn[] = [
  { name: 'SourceLabId', width: 'minmax(120px, 1fr)' },
  { name: 'DestinationLabId', width: 'minmax(120px, 1fr)' },
  { name: 'MandateLRN', width: 112 },
]
const named = (row: Readonly<Record<string, unknown>>, name: string) =>
  nameOf(row[name]) || <span className="quiet">{nothing}</span>
const priceColumns: readonly GridColumn[] = [
  { name: 'Seller', width: 'minmax(160px, 1fr)', show: (row) => named(row, 'Seller') },
  { name: 'BuyerType', width: 280 },
  { name: 'Buyer', width: 'minmax(120px, 1fr)', show: (row) => named(row, 'Buyer') },
  { name: 'Price', width: 100, strong: true },
  { name: 'EffectiveFromDate', width: 124 },
  { name: 'EffectiveTillDate', width: 124 },
]

const Groups = () => {
  const groups = useValue<readonly { ItemLabel?: string }[] | undefined>('Groups') ?? []
  return (
    <div className="field" style={{ '--span': 4 } as React.CSSProperties} data-field="Groups">
      <span className="label">Groups</span>
      <span className="value">
        {groups.map((group) => group.ItemLabel).join(', ') || <span className="quiet">{nothing}</span>}
      </span>
    </div>
  )
}

export const Screen = () => {
  const record = useRecord(products, options)
  const isNew = useFormState(record.form, (state) => state.mode === 'add')
  return (
    <Detail record={record}>
      <section className="card" aria-label="Product">
        <div className="fields">
          <Field name="Code" />
          <Field name="Name" span={4} />
          <Field name="OwnerId" span={4} />
          <Field name="IsLocalProduct" />
          <Groups />
          <Field name="Mrp" />
          <Field name="GenderId" />
          <Field name="FastingRequired" />
          <Field name="IsActive" />
          <Field name="Description" span={12} rows={2} />
        </div>
      </section>
      <div className="grids">
        <GridCard
          name="Tests"
          label="Tests"
          columns={testColumns}
          height={250}
          blank="Name of the next test"
          blankAt={1}
          card={(row) => ({ title: String(row['Name'] ?? ''), end: String(row['RecipieCost'] ?? '') })}
        />
        <GridCard
          name="SubProducts"
          label="Sub-products"
          columns={subProductColumns}
          height={250}
          blank="Name of the next product"
          blankAt={1}
          card={(row) => ({ title: String(row['Name'] ?? ''), note: String(row['Code'] ?? '') })}
        />
        <GridCard
          name="ProductLabs"
          label="Product Labs"
          columns={labColumns}
          height={250}
          blank="Lab that takes the sample"
          card={(row) => ({
            title: nameOf(row['SourceLab']),
            end: String(row['MandateLRN'] ?? ''),
            note: nameOf(row['DestinationLab']),
          })}
        />
      </div>
      {!isNew && (
        <GridCard
          name="PriceLists"
          label="Price Lists"
          columns={priceColumns}
          height={250}
          grows={false}
          card={(row) => ({
            title: nameOf(row['Seller']),
            end: String(row['Price'] ?? ''),
            note: String(row['BuyerType'] ?? ''),
          })}
        />
      )}
    </Detail>
  )
}
