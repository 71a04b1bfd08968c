// The formula of an element: read and written with the names of elements, and tried on values typed next to it.
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { RowTo } from '../../core/answer/answer.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { Button } from '../../web/part/button.tsx'
import { Picker } from '../../web/picker/picker.tsx'
import { recordLink } from '../../web/record/record-link.ts'
import { nothing } from '../../web/record/shown.ts'
import { useEditable, useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { elements, elementFields } from './elements.model.ts'
import { askedOf, keyedFormula, namedFormula, partsOf, tryFormula, type Names, type Tried } from './formula.rules.ts'
import { activeElements } from './in-force/answers.model.ts'
import { genders } from '../lists/items.model.ts'

const { useForm, useValue } = screenOf(elements)
const fieldName = 'Formula'

type Row = RowTo<typeof activeElements>
const useElements = (): ReadonlyMap<number, Row> => {
  const { data = [] } = useAnswer(activeElements)
  return new Map(data.map((row) => [row.ElementId, row]))
}
const namesOf = (rows: ReadonlyMap<number, Row>): Names => new Map([...rows].map(([id, { Name }]) => [id, Name]))

/** As it is read: each element by its name, as a link. */
const Read = ({ formula, names }: { formula: string; names: Names }) => (
  <span className="value formula">
    {formula === '' && <span className="quiet">{nothing}</span>}
    {partsOf(formula).map((part, at) =>
      typeof part === 'string' ? (
        <span key={at}>{part}</span>
      ) : (
        <Link key={at} className="pill" {...recordLink('elements', { ElementId: part.ElementId })}>
          {names.get(part.ElementId) ?? `element ${part.ElementId}`}
        </Link>
      ),
    )}
  </span>
)

type WriteProps = {
  formula: string
  names: Names
  id: string
  said: string | undefined
  onWrite(formula: string): void
}
/** As it is written: names in braces; picking an element inserts it at the cursor. */
const Write = ({ formula, names, id, said, onWrite }: WriteProps) => {
  const box = useRef<HTMLTextAreaElement>(null)
  const cursor = useRef<number | undefined>(undefined)
  // while the user types, the text remains as typed
  const [typed, setTyped] = useState<string>()
  const [picking, setPicking] = useState(false)
  const text = typed ?? namedFormula(formula, names)
  const write = (now: string) => {
    setTyped(now)
    onWrite(keyedFormula(now, names))
  }
  const insert = (elementId: number | null) => {
    setPicking(false)
    const at = cursor.current ?? text.length
    if (elementId !== null) write(`${text.slice(0, at)}{${names.get(elementId) ?? elementId}}${text.slice(at)}`)
    setTyped(undefined)
    box.current?.focus()
  }
  return (
    <div className="formula-writing">
      <textarea
        ref={box}
        id={id}
        name="Formula"
        className="input area"
        rows={2}
        spellCheck={false}
        maxLength={elementFields.Formula.maxLength}
        aria-required
        aria-invalid={said !== undefined || undefined}
        aria-describedby={`${id}-said`}
        value={text}
        onChange={(event) => write(event.target.value)}
        onBlur={(event) => {
          // leaving the box corrects names: the text before the cursor may then be longer
          const before = event.target.value.slice(0, event.target.selectionStart)
          cursor.current = namedFormula(keyedFormula(before, names), names).length
          setTyped(undefined)
        }}
      />
      <Button label="Insert element" className="bordered" onClick={() => setPicking(true)} />
      {picking && (
        <Picker
          name="element"
          title="Element"
          start=""
          around={{}}
          onClose={() => setPicking(false)}
          onPick={(_row, key) => insert(key)}
        />
      )}
    </div>
  )
}

type Asked = {
  formula: string
  rows: ReadonlyMap<number, Row>
  tried: Tried
  onType(tried: Tried): void
}
/** A box for each value that the formula needs. */
const Values = ({ formula, rows, tried, onType }: Asked) => {
  const { elements: used, variables } = askedOf(formula)
  return (
    <>
      {used.map((id) => (
        <label key={id}>
          <span>
            {rows.get(id)?.Name ?? `element ${id}`} <small className="quiet">{rows.get(id)?.UnitOfMeasure}</small>
          </span>
          <input
            className="input"
            inputMode="decimal"
            autoComplete="off"
            value={tried.Values.get(id) ?? ''}
            onChange={(event) => onType({ ...tried, Values: new Map([...tried.Values, [id, event.target.value]]) })}
          />
        </label>
      ))}
      {variables.includes('AGE') && (
        <label>
          <span>Age in years</span>
          <input
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={tried.Age ?? ''}
            onChange={(event) => onType({ ...tried, Age: event.target.value })}
          />
        </label>
      )}
      {variables.includes('SEX') && (
        <label>
          <span>Sex</span>
          <select
            className="input"
            value={tried.Sex ?? ''}
            onChange={(event) => onType({ ...tried, Sex: event.target.value })}
          >
            <option value=""></option>
            {Object.values(genders.items).map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}

/** What the formula gives for values of no patient; they are not saved. */
const Try = ({ formula, rows }: { formula: string; rows: ReadonlyMap<number, Row> }) => {
  const [tried, setTried] = useState<Tried>({ Values: new Map() })
  const decimals = useValue('DecimalPlaces') ?? null
  const unit = useValue('UnitOfMeasure') ?? ''
  const outcome = tryFormula(formula, tried, decimals, namesOf(rows))
  return (
    <div className="formula-try" role="group" aria-label="Try the formula">
      <Values formula={formula} rows={rows} tried={tried} onType={setTried} />
      <output aria-live="polite">
        {'Result' in outcome ? (
          <>
            = <b>{outcome.Result}</b> {unit}
          </>
        ) : (
          <span className="quiet">{outcome.Reason}</span>
        )}
      </output>
    </div>
  )
}

/** The field `Formula`, with what it would give. */
export const FormulaField = () => {
  const id = useId()
  const form = useForm()
  const rows = useElements()
  const names = namesOf(rows)
  const formula = useValue('Formula') ?? ''
  const editable = useEditable()
  const said = useFormState(form, (state) => state.errors[fieldName]?.[0])
  return (
    <div className="field" style={{ '--span': 12 }} data-field="Formula">
      {editable ? (
        <label htmlFor={id}>
          {elementFields.Formula.label}{' '}
          <span className="star" aria-hidden>
            {' *'}
          </span>
        </label>
      ) : (
        <span className="label">{elementFields.Formula.label}</span>
      )}
      {editable ? (
        <Write formula={formula} names={names} id={id} said={said} onWrite={(now) => form.change('Formula', now)} />
      ) : (
        <Read formula={formula} names={names} />
      )}
      <div id={`${id}-said`} className={said ? 'error' : 'note'}>
        {said ??
          (editable && 'Elements in braces, AGE, SEX, + - * / ( ), comparisons, IF POW MIN MAX ABS ROUND LN EXP, NULL')}
      </div>
      {formula !== '' && <Try formula={formula} rows={rows} />}
    </div>
  )
}
