// The preview of a widget: the rows of its query with the typed parameters.
import { IconEye } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { get } from '../../web/api/api.ts'
import { serialised } from '../../web/dashboard/widgets.ts'
import { columnsOf, fitted, type Row } from '../../web/list/table/columns.ts'
import { Table } from '../../web/list/table/table.tsx'
import { useRoom } from '../../web/list/table/use-room.ts'
import { Button } from '../../web/part/button.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { parametersIn } from '../widgets/parameters.rules.ts'
import { errorsOf } from './parameters.screen.tsx'
import { sortedBy } from './sorted.rules.ts'
import { userwidgets } from './userwidgets.model.ts'
import './preview.screen.css'

const { useForm } = screenOf(userwidgets)
const missing = userwidgets.fields.StatementId.required ?? ''

type Shown = { readonly rows: readonly Row[] } | { readonly error: string }

/** Sorted by a click on a head, with the widths that the user has set. */
const Results = ({ rows }: { rows: readonly Row[] }) => {
  const { room, measure } = useRoom()
  const [sort, setSort] = useState<string>()
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const [selected, setSelected] = useState<string>()
  const columns = useMemo(() => columnsOf(rows, [], {}), [rows])
  const sorted = useMemo(() => sortedBy(rows, sort), [rows, sort])
  return (
    <div ref={measure}>
      <Table
        label="Preview"
        columns={columns}
        widths={fitted(columns, widths, room)}
        rows={sorted}
        ids={sorted.map((_row, index) => String(index))}
        offset={0}
        selected={selected}
        sort={sort}
        onSelect={setSelected}
        onOpen={() => undefined}
        onSort={(name) => setSort(sort === name ? `-${name}` : name)}
        onWidth={(name, width) => setWidths((before) => ({ ...before, [name]: width }))}
        top={0}
        onTop={() => undefined}
        settled
      />
    </div>
  )
}

export const usePreview = () => {
  const [shown, setShown] = useState<Shown>()
  return { shown, setShown }
}
type Preview = ReturnType<typeof usePreview>

/** Loads the rows; a missing query or parameter shows an error at its field, and no request is sent. */
export const PreviewButton = ({ preview }: { preview: Preview }) => {
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const look = async () => {
    const { values } = form.state()
    const { StatementId } = values
    const errors = StatementId ? errorsOf(values) : { StatementId: [missing] }
    form.put({ errors })
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    try {
      const asked = { ...parametersIn(values.QueryParameters), TimezoneOffset: new Date().getTimezoneOffset() }
      preview.setShown({ rows: await get<Row[]>(`/api/getdata/${StatementId ?? ''}`, asked) })
    } catch (error) {
      preview.setShown({ error: serialised(error) })
    } finally {
      setBusy(false)
    }
  }
  return <Button label="Preview" icon={IconEye} hotkey="alt+p" busy={busy} onClick={() => void look()} />
}

export const PreviewCard = ({ preview: { shown } }: { preview: Preview }) => {
  if (!shown) return null
  return (
    <section className="card widget-preview" aria-label="Preview">
      {'error' in shown ? (
        <code className="widget-error" role="alert">
          {shown.error}
        </code>
      ) : shown.rows.length === 0 ? (
        <p className="quiet" role="status">
          No records found
        </p>
      ) : (
        <Results rows={shown.rows} />
      )}
    </section>
  )
}
