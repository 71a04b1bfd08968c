// A list and its items on screen.
import { Detail } from '../../web/detail/detail.tsx'
import { FieldCard } from '../../web/field/field-card.tsx'
import { gridsOf } from '../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../web/screen/grids-of.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import type { listFields } from './lists.model.ts'
import { lists } from './lists.model.ts'

const { Field, useRecord } = screenOf(lists)
const { GridCard } = gridsOf(lists)

const itemColumns: ScreenColumns<typeof listFields, 'ListItems'> = [
  { name: 'ListItemId', title: 'Id', width: 80, quiet: true },
  { name: 'ItemName', title: 'Name', width: 180 },
  { name: 'ItemLabel', title: 'Label', width: 'minmax(200px, 1fr)' },
  { name: 'ItemValue', title: 'Value', width: 120 },
]

export const Screen = () => (
  <Detail record={useRecord()}>
    <FieldCard label="List">
      <Field name="ListName" span={4} />
      <Field
        name="Restricted"
        note="Only an administrator can change a restricted list: the program depends on its ids"
        span={6}
      />
    </FieldCard>
    <GridCard
      name="ListItems"
      columns={itemColumns}
      height={350}
      blank="Name of the next item"
      blankAt={1}
      card={(row) => ({
        title: row.ItemLabel,
        end: row.ItemValue,
        note: row.ItemName,
      })}
    />
  </Detail>
)
