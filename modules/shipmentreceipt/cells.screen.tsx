// The cells of a row for the status of its tube and, for an exception, its reason.
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { toneOf } from '../../core/items.ts'
import { Picker } from '../../web/picker/picker.tsx'
import { labelOf } from '../../web/record/shown.ts'
import { useFormState, useMode } from '../../web/record/use-form.ts'
import { useOptions } from '../../web/record/use-options.ts'
import { sampleStatus, sampleStatuses } from '../lists/items.model.ts'
import { isException } from '../samples/recollection/recollection.rules.ts'
import { change, isOpen, useForm, type ReceiptRow } from './receipt.screen.ts'
import { receiptSampleFields } from './shipmentreceipt.model.ts'

const { StatusId: statusField, ReasonId: reasonField } = receiptSampleFields

type LookUpProps = {
  label: string
  title: string
  picker: 'samplestatus' | 'workitemstatusreason'
  shown: string
  place: string
  error: string | undefined
  refuse: (row: Readonly<Record<string, unknown>>) => string | undefined
  onPick: (id: number) => void
}
/** Enter, a click or a first letter opens the look-up. */
const LookUp = ({ label, title, picker, shown, place, error, refuse, onPick }: LookUpProps) => {
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <button
        type="button"
        className="input look-up"
        data-field={place}
        aria-label={`${label}: ${shown || 'none'}`}
        aria-haspopup="dialog"
        aria-invalid={error ? true : undefined}
        title={error}
        onClick={() => setTyped('')}
        onKeyDown={(event) => {
          if (event.key.length !== 1 || event.key === ' ' || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          setTyped(event.key)
        }}
      >
        <span>{shown}</span>
        <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
      </button>
      {error && <span className="row-error">{error}</span>}
      {typed !== undefined && (
        <Picker
          name={picker}
          title={title}
          start={typed}
          around={{}}
          refuse={refuse}
          onPick={(_row, id) => {
            setTyped(undefined)
            onPick(id)
          }}
          onClose={() => setTyped(undefined)}
        />
      )}
    </>
  )
}

type CellProps = { row: ReceiptRow; code: string; index: number }
const useRowError = (index: number, name: string): string | undefined => {
  const form = useForm()
  return useFormState(form, (state) => state.errors[`ShipmentSamples.${index}.${name}`]?.[0])
}

/** The user decides about rows that were open when editing began. */
const useIsAsked = (index: number): boolean => {
  const form = useForm()
  const began = useFormState(form, (state) => state.began.ShipmentSamples?.[index])
  return useMode() === 'edit' && began !== undefined && isOpen(began)
}

const mayBeSaid = (id: number): boolean => id === sampleStatus.Delivered || isException(id)

export const StatusCell = ({ row, code, index }: CellProps) => {
  const form = useForm()
  const error = useRowError(index, 'StatusId')
  const statuses = useOptions(statusField)
  const isAsked = useIsAsked(index)
  const status = row.Status?.ItemLabel ?? labelOf(statuses, row.StatusId)
  if (!isAsked)
    return (
      <>
        <i className={`dot ${toneOf(sampleStatuses, row.StatusId)}`} aria-hidden="true" /> {status}
      </>
    )
  const onPick = (StatusId: number) =>
    change(form, new Set([row.ShipmentSampleId]), {
      StatusId,
      Status: null,
      ...(!isException(StatusId) && { ReasonId: null, Reason: null }),
    })
  return (
    <LookUp
      label={`Status of ${code}`}
      title="Status"
      picker="samplestatus"
      shown={status}
      place={`ShipmentSamples.${index}.StatusId`}
      error={error}
      refuse={({ ListItemId }) => (mayBeSaid(Number(ListItemId)) ? undefined : 'This status cannot be set at receipt')}
      onPick={onPick}
    />
  )
}

export const ReasonCell = ({ row, code, index }: CellProps) => {
  const form = useForm()
  const error = useRowError(index, 'ReasonId')
  const reasons = useOptions(reasonField)
  const mayAsk = useIsAsked(index)
  const reason = row.Reason?.ItemLabel ?? labelOf(reasons, row.ReasonId)
  const isAsked = isException(row.StatusId ?? null)
  if (!mayAsk || !isAsked) return <>{isAsked ? reason : ''}</>
  return (
    <LookUp
      label={`Reason of ${code}`}
      title="Reason"
      picker="workitemstatusreason"
      shown={reason}
      place={`ShipmentSamples.${index}.ReasonId`}
      error={error}
      refuse={({ ItemValue }) =>
        ItemValue === reasonField.valued ? undefined : 'This reason cannot be used for a recollection'
      }
      onPick={(ReasonId) => change(form, new Set([row.ShipmentSampleId]), { ReasonId, Reason: null })}
    />
  )
}
