// The one picker: type, the first row is selected, arrows move, Enter or a double click takes it.
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../api/api.ts'
import { Button } from '../part/button.tsx'
import type { Values } from '../record/values.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { Modal } from '../part/modal.tsx'
import { useSession } from '../session/session.ts'
import { AddButton, Cell, figures } from './picker-parts.tsx'
import { pickerOf } from './pickers.ts'
import type { QuickAdd } from '../record/quick-add.ts'
import { filterPause, searchPause, usePickerRows } from './use-rows.ts'
import './picker.css'

type Props = {
  /** Name of the picker in the model: `patient`. */
  name: string
  title: string
  /** Text that was typed to open it. */
  start: string
  /** The record around, which narrows what can be picked. */
  around: Values
  /** Offers a quick-add form: in sales only. */
  add?: QuickAdd | undefined
  /** Opened from a list's filter: answers faster. */
  inFilter?: boolean
  /** Why a row can not be taken; it is shown all the same. */
  refuse?: ((row: Values) => string | undefined) | undefined
  onPick: (row: Values, id: number) => void
  onClose: () => void
}
export const Picker = ({ name, title, start, around, add, inFilter = false, refuse, onPick, onClose }: Props) => {
  const session = useSession()
  const [opened] = useState(around)
  const definition = useMemo(() => pickerOf(name, session, opened), [name, session, opened])
  const choices = useMemo(() => definition.choices?.(session, opened) ?? [], [definition, session, opened])
  const [choice, setChoice] = useState(0)
  const [chosen, setChosen] = useState(false)
  const query = useMemo(
    () => ({ ...definition.query?.(session, opened), ...choices[choice]?.query }),
    [definition, session, opened, choices, choice],
  )
  const [text, setText] = useState(start)
  const [again, setAgain] = useState(0)
  const [at, setAt] = useState<number>()
  const [made, setMade] = useState<number>()
  const [adding, setAdding] = useState(false)
  const {
    rows,
    error,
    loaded,
    text: found,
    again: read,
    query: asked,
    hurry,
  } = usePickerRows(definition, query, text, inFilter ? filterPause : searchPause, again)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Enter that comes before the rows of the text waits for them, and what is typed after it waits for the next field
  const waiting = useRef(false)
  const current = loaded && found === text && read === again && asked === query
  // a kind that has nobody of this name gives way to the next, until somebody is found or the kind was chosen by hand
  const goesOn = current && !chosen && rows.length === 0 && !error && text.trim() !== '' && choice < choices.length - 1
  const settled = current && !goesOn
  if (goesOn) setChoice(choice + 1)
  // one that was just made is selected, though others bear its name
  const first =
    made === undefined
      ? 0
      : Math.max(
          0,
          rows.findIndex((row) => row[definition.key] === made),
        )
  const index = Math.min(at ?? first, rows.length - 1)

  useEffect(() => {
    search.current?.focus()
    const length = search.current?.value.length ?? 0
    search.current?.setSelectionRange(length, length)
  }, [])
  const take = (row: Values | undefined) => {
    const id = row?.[definition.key]
    if (row && typeof id === 'number' && refuse?.(row) === undefined) onPick(row, id)
  }
  const selected = rows[index]
  const refused = rows[index] && refuse?.(rows[index])
  useEffect(() => {
    if (!settled || !waiting.current) return
    waiting.current = false
    const id = selected?.[definition.key]
    const taken = selected && typeof id === 'number' && refuse?.(selected) === undefined
    if (taken) onPick(selected, id)
    if (taken) playKeys('picker')
    else dropKeys('picker')
  }, [settled, selected, definition, refuse, onPick])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [index])

  useEffect(
    () => () => {
      if (waiting.current) dropKeys('picker')
    },
    [],
  )

  const wait = () => {
    waiting.current = true
    holdKeys('picker', () => {
      waiting.current = false
    })
    hurry()
  }
  const type = (now: string) => {
    setText(now)
    if (!chosen) setChoice(0)
    setAt(undefined)
    setMade(undefined)
  }
  const keys = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(index + 1, rows.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(index - 1, 0))
    else if (event.key === 'PageDown') setAt(Math.min(index + 8, rows.length - 1))
    else if (event.key === 'PageUp') setAt(Math.max(index - 8, 0))
    else if (event.key === 'Enter' && settled) take(rows[index])
    else if (event.key === 'Enter') wait()
    else return
    event.preventDefault()
  }
  const template = { gridTemplateColumns: definition.columns.map((column) => column.width).join(' ') }
  const close = () => (adding ? setAdding(false) : onClose())
  return (
    <Modal title={title} width={640} height={480} bare className="picker" onClose={close}>
      <header>
        <h3 aria-hidden="true">{title}</h3>
        <button type="button" className="picker-close" aria-label="Close" onClick={onClose}>
          <IconX size={16} />
        </button>
      </header>
      <div className="picker-search">
        <span className="picker-box">
          <IconSearch size={15} stroke={1.6} />
          <input
            ref={search}
            className="input"
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="picker-rows"
            aria-activedescendant={rows[index] ? `picker-${index}` : undefined}
            aria-label={`Search ${title}`}
            autoComplete="off"
            placeholder={definition.empty}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={keys}
          />
          <span className="quiet" aria-live="polite">
            {loaded && !error ? `${rows.length}${rows.length >= 100 ? '+' : ''} found` : ''}
          </span>
        </span>
        {add && (
          <AddButton
            label={`New ${add.name}`}
            pressed={adding}
            onAdd={() => setAdding(true)}
            onClick={() => setAdding(!adding)}
          />
        )}
      </div>
      {choices.length > 1 && (
        <div className="segments picker-choices" role="radiogroup" aria-label="Kind">
          {choices.map((one, i) => (
            <label key={one.label}>
              <input
                className="unseen"
                type="radio"
                name="picker-choice"
                checked={i === choice}
                onChange={() => {
                  setChoice(i)
                  setChosen(true)
                  setAt(undefined)
                }}
              />
              {one.label}
            </label>
          ))}
        </div>
      )}
      <div
        className={`picker-table ${adding ? 'short' : ''}`}
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
            key={String(row[definition.key] as number)}
            id={`picker-${i}`}
            role="row"
            aria-selected={i === index}
            aria-disabled={refuse?.(row) !== undefined || undefined}
            title={refuse?.(row)}
            className="picker-row"
            style={template}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setAt(i)}
            onDoubleClick={() => take(row)}
            onPointerUp={(event) => event.pointerType === 'touch' && take(row)}
          >
            {definition.columns.map((column) => (
              <Cell key={column.name} column={column} row={row} text={found} />
            ))}
          </div>
        ))}
        {loaded && rows.length === 0 && (
          <p className="picker-none" role="status">
            {error ? (
              messageOf(error)
            ) : (
              <>
                Nothing found
                {text.trim() && (
                  <>
                    {' '}
                    for <b>{text}</b>
                  </>
                )}
                .{add && <> Alt N adds a new {add.name}.</>}
              </>
            )}
          </p>
        )}
      </div>
      {adding && add && (
        <add.Form
          start={text}
          onClose={() => {
            setAdding(false)
            search.current?.focus()
          }}
          onUse={take}
          onSaved={(saved, id) => {
            setAdding(false)
            type(saved)
            setMade(id)
            setAgain(again + 1)
            search.current?.focus()
          }}
        />
      )}
      {!adding && (
        <footer className="picker-foot">
          <span className="quiet" aria-live="polite">
            {refused ?? 'Enter takes the selected row'}
          </span>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label="Select"
            look="primary"
            reason={rows.length === 0 ? 'There is no row to take' : refused}
            onClick={() => take(rows[index])}
          />
        </footer>
      )}
    </Modal>
  )
}
