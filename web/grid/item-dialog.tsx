// One row of a grid as a form, for fields that its columns have no room for.
import { useId, useState } from 'react'
import type { Fields } from '../../core/model.ts'
import { fieldError } from '../../core/validate.ts'
import { Button } from '../part/button.tsx'
import type { Row } from '../record/values.ts'
import { Control } from '../field/control.tsx'
import { nothing, shownText } from '../record/shown.ts'
import { useOptions } from '../record/use-options.ts'
import { Modal } from '../part/modal.tsx'
import { pickedInto } from '../record/rows.ts'

type Props = {
  title: string
  fields: Fields
  /** Fields in their order. */
  names: readonly string[]
  row: Row
  canEdit: (name: string, row: Row) => boolean
  onOk: (row: Row, changed: readonly string[]) => void
  onRemove?: (() => void) | undefined
  onClose: () => void
}

const Shown = ({ fields, name, row }: { fields: Fields; name: string; row: Row }) => {
  const field = fields[name]
  const options = useOptions(field ?? { kind: 'text', label: '' })
  return <span className="value">{(field && shownText(field, row[name], row, options)) || nothing}</span>
}

/** 640x480; OK and Cancel while something can be edited, else Close. */
export const ItemDialog = ({ title, fields, names, row, canEdit, onOk, onRemove, onClose }: Props) => {
  const prefix = useId()
  const [now, setNow] = useState(row)
  const [tried, setTried] = useState(false)
  const editable = names.some((name) => canEdit(name, row))
  const errorOf = (name: string) => (fields[name] ? fieldError(fields[name], now[name]) : undefined)
  const ok = () => {
    setTried(true)
    if (!names.some((name) => canEdit(name, row) && errorOf(name)))
      onOk(
        now,
        names.filter((name) => now[name] !== row[name]),
      )
  }
  return (
    <Modal
      title={title}
      width={640}
      height={480}
      onClose={onClose}
      footer={
        editable ? (
          <>
            {onRemove && <Button label="Remove" look="danger" onClick={onRemove} />}
            <Button label="Cancel" onClick={onClose} />
            <Button label="OK" look="primary" onClick={ok} />
          </>
        ) : (
          <Button label="Close" onClick={onClose} />
        )
      }
    >
      <div className="fields two">
        {names.map((name) => {
          const field = fields[name]
          if (!field) return null
          const id = `${prefix}-${name}`
          const error = tried ? errorOf(name) : undefined
          return (
            <div key={name} className="field">
              {canEdit(name, row) ? (
                <label htmlFor={id}>{field.label}</label>
              ) : (
                <span className="label">{field.label}</span>
              )}
              {canEdit(name, row) ? (
                <Control
                  id={id}
                  name={name}
                  field={field}
                  value={now[name]}
                  named={field.names ? now[field.names] : undefined}
                  around={() => now}
                  onChange={(value, picked) =>
                    setNow({
                      ...now,
                      ...(field.kind === 'reference' ? pickedInto(fields, name, value, picked) : { [name]: value }),
                    })
                  }
                  aria-invalid={error ? true : undefined}
                />
              ) : (
                <Shown fields={fields} name={name} row={now} />
              )}
              {error && <div className="error">{error}</div>}
            </div>
          )
        })}
      </div>
    </Modal>
  )
}
