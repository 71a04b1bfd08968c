// Who did what to a record and when, field by field.
import { useEffect, useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { titleOf } from '../../core/model.ts'
import type { Model } from '../../core/model.ts'
import { get, messageOf } from '../api.ts'
import { Button } from '../button.tsx'
import { Modal } from '../modal.tsx'
import { Waiting } from '../waiting.tsx'
import { shownText } from '../field/shown.ts'
import type { Options } from '../field/shown.ts'
import { useOptions } from '../field/use-options.ts'
import type { Field } from '../../core/model.ts'

type Entry = {
  Action: string
  CreatedOn: string
  Remarks: string | null
  User: { UserName: string; FullName: string }
  Changes: Record<string, [unknown, unknown]> | null
}
const plain: Field = { kind: 'text', label: '' }

const textOf = (field: Field | undefined, value: unknown, options: Options): string => {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`
  if (typeof value === 'object') {
    const { Name, ItemLabel, FullName, InvoiceNo } = value as Record<string, unknown>
    return String(Name ?? ItemLabel ?? FullName ?? InvoiceNo ?? '…')
  }
  if (field && field.kind !== 'reference') return shownText(field, value, {}, options) || String(value)
  return String(value)
}
const Change = ({ model, name, was, is }: { model: Model; name: string; was: unknown; is: unknown }) => {
  const field = model.fields[name]
  const options = useOptions(field ?? plain)
  return (
    <li>
      <span className="secondary">{field?.label ?? titleOf(name)}</span> <span className="was">{textOf(field, was, options)}</span> →{' '}
      <b>{textOf(field, is, options)}</b>
    </li>
  )
}
/** A key whose name changed too says nothing more. */
const told = (model: Model, changes: Entry['Changes']): [string, [unknown, unknown]][] =>
  Object.entries(changes ?? {}).filter(
    ([name]) =>
      name !== 'RowVersion' &&
      !(model.fields[name]?.kind === 'reference' && model.fields[name].names !== undefined && model.fields[name].names in (changes ?? {})),
  )

export const History = ({ model, formId, onClose }: { model: Model; formId: string | number; onClose: () => void }) => {
  const [entries, setEntries] = useState<readonly Entry[]>()
  const [failed, setFailed] = useState<unknown>()
  useEffect(() => {
    get<Entry[]>('/api/actions', { ModuleId: model.id, FormId: formId }).then(setEntries, setFailed)
  }, [model, formId])
  return (
    <Modal
      title={`History of ${model.singular} ${formId}`}
      width={720}
      height={520}
      onClose={onClose}
      footer={<Button label="Close" onClick={onClose} autoFocus />}
    >
      {failed !== undefined && (
        <p className="band bad" role="alert">
          {messageOf(failed)}
        </p>
      )}
      {!entries && failed === undefined && <Waiting />}
      {entries?.length === 0 && <p className="quiet">Nothing was done to this record yet.</p>}
      <ol className="history">
        {entries?.map((entry, index) => {
          const changes = told(model, entry.Changes)
          return (
            <li key={index}>
              <p>
                <b>{entry.Action}</b> by {entry.User.FullName} <span className="quiet">{formatDateTime(entry.CreatedOn)}</span>
              </p>
              {entry.Remarks && <p className="secondary">{entry.Remarks}</p>}
              {changes.length > 0 &&
                (entry.Action === 'create' ? (
                  <details>
                    <summary>{changes.length} fields</summary>
                    <ul>
                      {changes.map(([name, [was, is]]) => (
                        <Change key={name} model={model} name={name} was={was} is={is} />
                      ))}
                    </ul>
                  </details>
                ) : (
                  <ul>
                    {changes.map(([name, [was, is]]) => (
                      <Change key={name} model={model} name={name} was={was} is={is} />
                    ))}
                  </ul>
                ))}
            </li>
          )
        })}
      </ol>
    </Modal>
  )
}
