// What a change does to a record: fields before and after, the rows of its grids by name.
import type { Model } from '../../core/model.ts'
import { linesOf, namesIn } from '../record/changes.ts'
import type { ChangedRow, Changes, Line, Names, Part } from '../record/changes.ts'
import type { Values } from '../record/values.ts'
import { useText } from './use-text.ts'

export const sideOf = (changes: Changes | null, side: 0 | 1): Values =>
  Object.fromEntries(Object.entries(changes ?? {}).map(([name, both]) => [name, both[side]]))

/** Before and after, or only after where there was no value before. */
const Change = ({ part, names, fresh = false }: { part: Part; names: Names; fresh?: boolean }) => {
  const text = useText(part, names)
  return (
    <>
      <span className="secondary">{part.label}</span>{' '}
      {!fresh && (
        <>
          <span className="was">{text(part.was)}</span> <span aria-label="became">→</span>{' '}
        </>
      )}
      <b>{text(part.is)}</b>
    </>
  )
}
const RowChange = ({ row, names }: { row: ChangedRow; names: Names }) => (
  <li className={`row-change ${row.what.toLowerCase()}`}>
    {row.what !== 'Changed' && <em>{row.what} </em>}
    {row.title && <b>{row.title}</b>}
    {row.parts.map((part) => (
      <span key={part.name} className="row-part">
        <Change part={part} names={names} fresh={row.what !== 'Changed'} />
      </span>
    ))}
  </li>
)
export const Lines = ({ lines, names, fresh }: { lines: readonly Line[]; names: Names; fresh: boolean }) => (
  <ul>
    {lines.map((line, index) =>
      line.kind === 'field' ? (
        <li key={index}>
          <Change part={line.part} names={names} fresh={fresh} />
        </li>
      ) : (
        <li key={index}>
          {line.label && <span className="secondary">{line.label}</span>}
          <ul className="row-changes">
            {line.rows.map((row, at) => (
              <RowChange key={at} row={row} names={names} />
            ))}
          </ul>
        </li>
      ),
    )}
  </ul>
)

/** A change by itself, of a record that need not be on screen; `fresh`: of a new one. */
export const Changed = ({ model, changes, fresh }: { model: Model; changes: Changes; fresh: boolean }) => {
  const names = namesIn(model.fields, sideOf(changes, 0), sideOf(changes, 1))
  return <Lines lines={linesOf(model, changes, names)} names={names} fresh={fresh} />
}
