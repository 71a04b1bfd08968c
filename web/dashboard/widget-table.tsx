// A table of the dashboard: its rows, each opening its record where there is one.
import { useNavigate } from '@tanstack/react-router'
import { cellText, isQuiet, nothing } from '../list/cell.ts'
import { columnsOf } from '../list/columns.ts'
import { dotOf } from '../list/status.ts'
import { isScreen, modelsInOrder } from '../modules.ts'
import { useWidget } from './use-widget.ts'
import type { WidgetRow } from './use-widget.ts'
import { serialised } from './widgets.ts'
import type { Widget } from './widgets.ts'

const Trend = ({ value }: { value: number }) =>
  value === 0 ? null : (
    <b className={value > 0 ? 'good' : 'bad'} role="img" aria-label={value > 0 ? 'up' : 'down'}>
      {value > 0 ? '▲ ' : '▼ '}
    </b>
  )

/** The record a row is about: the first model whose key it carries. */
const recordOf = (row: WidgetRow) => {
  const model = modelsInOrder().find(
    (one) => one.key.length === 1 && one.opens === undefined && isScreen(one.id) && typeof row[one.key[0] ?? ''] === 'number',
  )
  const key = model?.key[0]
  return model && key ? { moduleId: model.id, search: { [key]: Number(row[key]) } } : undefined
}

export const WidgetTable = ({ widget }: { widget: Widget | undefined }) => {
  const navigate = useNavigate()
  const { data, error, isPending } = useWidget(widget)
  if (!widget)
    return (
      <section className="widget card" aria-label="Free place">
        <p className="widget-empty quiet">No widget here. A role&apos;s widgets are set under Widgets.</p>
      </section>
    )
  const rows = Array.isArray(data) ? data : []
  const columns = columnsOf(rows, [], {})
  const open = (row: WidgetRow) => {
    const record = recordOf(row)
    if (record) void navigate({ to: '/$moduleId', params: { moduleId: record.moduleId }, search: record.search })
  }
  return (
    <section className="widget card" aria-label={widget.Label}>
      <h2>{widget.Label}</h2>
      {error && (
        <code className="widget-error" role="alert">
          {serialised(error)}
        </code>
      )}
      {isPending && (
        <p className="widget-empty late">
          <span className="skeleton" />
        </p>
      )}
      {!error && !isPending && rows.length === 0 && <p className="widget-empty quiet">Nothing here today.</p>}
      {rows.length > 0 && (
        <div className="widget-rows" tabIndex={0} role="region" aria-label={`${widget.Label}, rows`}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" className={column.kind === 'money' || column.kind === 'number' ? 'number' : undefined}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index} className={recordOf(row) ? 'opens' : undefined} onDoubleClick={() => open(row)}>
                  {columns.map((column, i) => {
                    const text = cellText(column, row[column.name])
                    return (
                      <td
                        key={column.name}
                        className={`${column.kind === 'money' || column.kind === 'number' ? 'number ' : ''}${isQuiet(column, row[column.name]) ? 'quiet' : ''}`}
                      >
                        {column.name === 'Change' && text !== nothing && <Trend value={Number(row[column.name])} />}
                        {column.kind === 'status' && <i className={`dot ${dotOf(row, column.name)}`} aria-hidden="true" />}
                        {i === 0 && recordOf(row) ? (
                          <button type="button" className="button link" onClick={() => open(row)}>
                            {text}
                          </button>
                        ) : (
                          text
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
