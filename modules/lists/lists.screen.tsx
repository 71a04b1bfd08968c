// A list and its items on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { useRecord } from '../../web/edit/use-record.ts'
import { Field } from '../../web/field/field.tsx'
import { GridCard } from '../../web/grid/grid-card.tsx'
import type { GridColumn } from '../../web/grid/grid-props.ts'
import { lists } from './lists.model.ts'

const itemColumns: readonly GridColumn[] = [
  { name: 'ListItemId', title: 'Id', width: 80, quiet: true },
  { name: 'ItemName', title: 'Name', width: 180 },
  { name: 'ItemLabel', title: 'Label', width: 'minmax(200px, 1fr)' },
  { name: 'ItemValue', title: 'Value', width: 120 },
]

export const Screen = () => {
  const record = useRecord(lists)
  return (
    <Detail record={record}>
      <section className="card" aria-label="List">
        <div className="fields">
          <Field name="ListName" span={4} />
          <Field
            name="Restricted"
            note="Only an administrator changes a restricted list: the program depends on its ids"
            span={6}
          />
        </div>
      </section>
      <GridCard
        name="ListItems"
        label="List Items"
        columns={itemColumns}
        height={350}
        blank="Name of the next item"
        blankAt={1}
        card={(row) => ({
          title: String(row['ItemLabel'] ?? ''),
          end: String(row['ItemValue'] ?? ''),
          note: String(row['ItemName'] ?? ''),
        })}
      />
    </Detail>
  )
}
