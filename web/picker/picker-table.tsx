// The rows of a picker under their heads, with the selected one visible, and the text when there are none.
import { useEffect, useRef } from 'react'
import { messageOf } from '../api/api.ts'
import { Cell, figures } from './picker-parts.tsx'
import type { Looking } from './use-looking.ts'
import type { Taking } from './use-taking.ts'

const NoMatch = ({ looking: { definition, error, text }, adds }: { looking: Looking; adds: string | undefined }) => (
  <p className="picker-none" role="status">
    {error ? (
      messageOf(error)
    ) : (
      <>
        {text.trim() ? 'No match' : (definition.empty ?? 'No match')}
        {text.trim() && (
          <>
            {' '}
            for <b>{text}</b>
          </>
        )}
        .{adds !== undefined && <> Alt N adds a new {adds}.</>}
      </>
    )}
  </p>
)

/** `adds`: the name of the record that can be added when it is not found. `short`: the form for it is below. */
type Props = { title: string; looking: Looking; taking: Taking; adds: string | undefined; short: boolean }

export const PickerTable = ({ title, looking, taking, adds, short }: Props) => {
  const { definition, rows, settled, error, foundText } = looking
  const { index, refuse, take, select } = taking
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [index])
  const template = { gridTemplateColumns: definition.columns.map((column) => column.width).join(' ') }
  return (
    <div
      className={`picker-table ${short ? 'short' : ''}`}
      role="grid"
      id="picker-rows"
      aria-label={title}
      aria-rowcount={rows.length}
      ref={list}
    >
      <div className="picker-head" role="row" style={template}>
        {definition.columns.map((column) => (
          <span key={column.name} role="columnheader" className={figures.has(column.kind) ? 'number' : ''}>
            {column.title}
          </span>
        ))}
      </div>
      {rows.map((row, i) => (
        <div
          key={String(row[definition.key])}
          id={`picker-${i}`}
          role="row"
          aria-selected={i === index}
          aria-disabled={refuse?.(row) !== undefined || undefined}
          title={refuse?.(row)}
          className="picker-row"
          style={template}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => select(i)}
          onDoubleClick={() => take(row)}
          onPointerUp={(event) => event.pointerType === 'touch' && take(row)}
        >
          {definition.columns.map((column) => (
            <Cell key={column.name} column={column} row={row} text={foundText} />
          ))}
        </div>
      ))}
      {/* only for the whole text: its offer must be valid when it shows */}
      {(settled || Boolean(error)) && rows.length === 0 && <NoMatch looking={looking} adds={adds} />}
    </div>
  )
}
