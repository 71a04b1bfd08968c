// The frame of every detail screen: head with name, id and buttons, summary of errors, the module's own fields, and the
// dialogs.
import { IconArrowLeft, IconDeviceFloppy, IconHistory, IconPencil, IconArrowBackUp, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import type { Permit } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { Button } from '../part/button.tsx'
import { ModelIcon } from '../part/icon.tsx'
import { Waiting } from '../part/waiting.tsx'
import type { Draft } from '../edit/draft.ts'
import { Documents } from '../files/documents.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { focusFirst } from '../record/focus.ts'
import { calledOf } from '../record/form.ts'
import { nameOf } from '../record/shown.ts'
import { useArrival } from '../record/use-arrival.ts'
import { useItemsOf } from '../record/use-options.ts'
import { commonOf } from '../record/values.ts'
import { FormContext, useDoing, useFormState } from '../record/use-form.ts'
import { RecordContext, useDetail } from '../edit/use-record.ts'
import type { DetailRecord } from '../edit/use-record.ts'
import { useOwnName } from './own-name.ts'
import './detail.css'

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))

type Props = {
  record: DetailRecord
  /** Next to the name: a status. */
  status?: ReactNode
  /** Replaces the singular and the record's own name or id. */
  title?: ReactNode
  /** Further buttons while it is read, and while it is edited. */
  viewActions?: ReactNode
  editActions?: ReactNode
  /** The record cannot be edited here. */
  readOnly?: boolean
  /** It has many actions: another one than Edit may come first, and the common buttons show as icons. */
  acts?: { readonly isEditNext: boolean }
  className?: string
  /** Next to the whole record. */
  aside?: ReactNode
  children: ReactNode
}

type ButtonsProps = Pick<Props, 'record' | 'readOnly' | 'acts'> & { children: ReactNode }

const ViewButtons = ({ record, readOnly, acts, onHistory, children }: ButtonsProps & { onHistory: () => void }) => {
  const doing = useDoing()
  const update = useFormState(record.form, (state) => state.values.Actions?.update)
  // a sheet of many sales has several keys in its address, so the first one may not be the record's
  const key = useFormState(record.form, () => record.id())
  const { id, files } = record.form.model
  const last = { className: 'last', look: acts ? ('icon' as const) : undefined }
  return (
    <>
      {!readOnly && update !== undefined && (
        <Button
          label="Edit"
          {...(acts?.isEditNext === false ? { className: 'bordered' } : { look: 'primary' })}
          icon={IconPencil}
          hotkey="alt+e"
          busy={doing === 'edit'}
          reason={update === true ? undefined : update}
          onClick={() => void record.edit()}
        />
      )}
      {acts && children}
      {files && key !== undefined && files.seen?.(record.form.user) !== false && (
        <Documents
          moduleId={id}
          formId={key}
          files={files}
          mayChange={files.keptBy?.(record.form.user).ok ?? update !== undefined}
          look={last.look}
        />
      )}
      <Button {...last} label="History" icon={IconHistory} hotkey="alt+h" onClick={onHistory} />
      {!acts && children}
      {!acts && <i className="rule" aria-hidden="true" />}
      <Button {...last} label="Close" icon={IconX} hotkey="alt+c" onClick={record.close} />
    </>
  )
}

const EditButtons = ({ record, children }: ButtonsProps) => {
  const saving = useDoing() !== undefined
  return (
    <>
      <Button
        label="Save"
        look="primary"
        icon={IconDeviceFloppy}
        hotkey="alt+s"
        busy={saving}
        onClick={() => void record.save()}
      />
      {children}
      <Button
        label="Discard"
        icon={IconArrowBackUp}
        hotkey="alt+d"
        reason={saving ? 'It is being saved' : undefined}
        onClick={() => void record.discard()}
      />
    </>
  )
}

type HeadProps = Omit<Props, 'children' | 'aside' | 'className'>
const Head = ({ record, status, title, viewActions, editActions, readOnly, acts }: HeadProps) => {
  const { form, key, clone } = record
  const id = record.id()
  const { model } = form
  const mode = useFormState(form, (state) => state.mode)
  const name = useOwnName(form)
  const [history, setHistory] = useState(false)
  const isNew = mode === 'add'
  return (
    <div className="page-head">
      <Button label="Back" look="icon" icon={IconArrowLeft} className="head-back" onClick={record.close} />
      <ModelIcon name={model.icon} size={18} />
      <h1>{title ?? (isNew ? `New ${model.singular}` : `${model.singular} ${name ?? key ?? ''}`)}</h1>
      {isNew ? (
        <span className="quiet head-note">{clone ? `copy of ${key}, not saved yet` : 'not saved yet'}</span>
      ) : (
        status
      )}
      <div className="page-actions no-print">
        {mode === 'view' ? (
          <ViewButtons record={record} readOnly={readOnly} acts={acts} onHistory={() => setHistory(true)}>
            {viewActions}
          </ViewButtons>
        ) : (
          <EditButtons record={record}>{editActions}</EditButtons>
        )}
      </div>
      <Suspense>
        {history && id !== undefined && (
          <History model={model} formId={id} record={form.state().values} onClose={() => setHistory(false)} />
        )}
      </Suspense>
    </div>
  )
}

const DraftOffer = () => {
  const record = useDetail()
  const { model, options, state } = record.form
  const [draft, setDraft] = useState<Draft | undefined>(record.draft)
  if (!draft) return null
  const { Patient, Name } = commonOf(draft.Values)
  const whom = nameOf(Patient) || String(Name ?? '')
  const called = calledOf(record.form)
  const typed = options.rows ? called.charAt(0).toUpperCase() + called.slice(1) : `Changes of this ${called}`
  return (
    <div className="band draft" role="status">
      {state().mode === 'add' ? (
        <span>
          A new {inSentence(model.singular)}
          {whom && <b> for {whom}</b>} of {formatDateTime(draft.At)} was not saved.
        </span>
      ) : (
        <span>
          {typed} typed on {formatDateTime(draft.At)} were not saved.
        </span>
      )}
      <Button
        label="Resume"
        onClick={() => {
          record.takeDraft(draft)
          // when the edit is refused, the offer is still shown
          if (state().mode === 'add') setDraft(undefined)
        }}
      />
      <Button
        label="Discard draft"
        onClick={() => {
          record.dropDraft()
          setDraft(undefined)
        }}
      />
    </div>
  )
}

/** The whole screen of a record. Its children are drawn once the record is loaded. */
export const Detail = ({ record, children, className = '', aside, ...head }: Props) => {
  const { form } = record
  const there = useFormState(form, (state) => state.phase === 'ready' || state.phase === 'saving')
  const mode = useFormState(form, (state) => state.mode)
  const saving = useFormState(form, (state) => state.phase === 'saving')
  const filled = mode !== 'view'
  useEffect(() => {
    if (there && filled) focusFirst()
  }, [there, filled])
  useArrival(there && !saving, filled)
  useItemsOf(form.model.fields)
  const main = there ? (
    <>
      <Head record={record} {...head} />
      <ErrorSummary />
      {mode !== 'edit' && <DraftOffer />}
      <fieldset className="detail-body" disabled={saving} aria-busy={saving || undefined}>
        {children}
      </fieldset>
    </>
  ) : (
    <Waiting what={form.model.singular} />
  )
  return (
    <FormContext value={form}>
      <RecordContext value={record}>
        <div className={`detail mode-${mode} ${className}`}>
          {aside === undefined ? main : <div className="detail-main">{main}</div>}
          {there && aside}
        </div>
      </RecordContext>
    </FormContext>
  )
}

/**
 * A button for an action that the server allows on this record: absent without the permit, with its reason when it is
 * disabled.
 */
export const ActionButton = ({
  permit,
  ...button
}: { permit: Permit } & Omit<Parameters<typeof Button>[0], 'reason'>) => {
  const { form } = useDetail()
  const allowed = useFormState(form, (state) => state.values.Actions?.[permit])
  if (allowed === undefined) return null
  return <Button {...button} reason={allowed === true ? undefined : allowed} />
}
