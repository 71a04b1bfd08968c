// Packing: waiting tubes on the left, selected ones on the right, and the scan box above both.
import { IconAlertTriangle, IconChevronsRight } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useState } from 'react'
import type { Errors } from '../../../core/validate.ts'
import { Button } from '../../../web/part/button.tsx'
import { ScanBox, type Said } from '../../../web/scan/scan-box.tsx'
import { useFormState, useMode } from '../../../web/record/use-form.ts'
import { meantBy, scanOf } from '../scan/scan.rules.ts'
import { useForm, useValue } from '../shipment.screen.ts'
import { tubesIn, type ShippedTube } from '../shipments.model.ts'
import { countsOf, dryIceWarning } from '../temperature.rules.ts'
import { askAgain, select, selectedOf, unselect, useWaiting, waitingNow } from './selection.screen.ts'
import type { ShipmentForm, Waiting } from './selection.screen.ts'
import { Tubes } from './tubes.screen.tsx'

const words = { none: 'No available sample matches', there: 'is selected already' }

/** Handles a scan. */
const scanned = (form: ShipmentForm, text: string): Said => {
  const waiting = waitingNow(form)
  const there = tubesIn(selectedOf(form))
  const found = scanOf(text, waiting, there, words)
  if ('reason' in found) return { ok: false, code: '', text: found.reason }
  const { tube } = found
  select(form, [tube])
  return {
    ok: true,
    code: tube.Barcode,
    text: ['added', tube.Specimen.Name, tube.Sale.Patient?.Name].filter(Boolean).join(', '),
  }
}

/** Why the list of waiting tubes is empty. */
const emptyText = (waiting: Waiting, consignee: string | null | undefined): string => {
  if (waiting.failed) return 'The waiting samples could not be read. Please try again.'
  if (!waiting.isLoaded) return 'Looking…'
  if (waiting.tubes.length > 0) return 'No available sample matches'
  return consignee ? `No more samples are waiting for ${consignee}` : 'Choose the consignee'
}
const Available = ({ form, waiting, filter }: { form: ShipmentForm; waiting: Waiting; filter: string }) => {
  const consignee = useValue('Consignee')
  const add = useCallback((tube: ShippedTube) => select(form, [tube]), [form])
  return (
    <Tubes
      name="Available"
      tubes={meantBy(waiting.tubes, filter)}
      act="Add"
      onMove={add}
      head={
        <Button
          label="Add All"
          icon={IconChevronsRight}
          className="add-all"
          reason={waiting.tubes.length === 0 ? 'No sample is waiting' : undefined}
          onClick={() => select(form, waitingNow(form))}
        />
      }
      empty={emptyText(waiting, consignee?.Name)}
    />
  )
}

const firstAt = (errors: Errors, path: string): string | undefined => errors[path]?.[0]
/** Errors of the server at the rows they refer to. */
const useRowErrors = (form: ShipmentForm): ReadonlyMap<number, string> => {
  const errors = useFormState(form, (state) => state.errors)
  const rows = useValue('ShipmentSamples') ?? []
  return new Map(
    rows.flatMap((row, index) => {
      const text = firstAt(errors, `ShipmentSamples.${index}.SampleId`)
      return text === undefined ? [] : [[Number(row.SampleId), text] as const]
    }),
  )
}
type SelectedProps = { form: ShipmentForm; isNew: boolean; filter: string; newest: number | undefined }
const Selected = ({ form, isNew, filter, newest }: SelectedProps) => {
  const rows = useValue('ShipmentSamples') ?? []
  const error = useFormState(form, (state) => firstAt(state.errors, 'ShipmentSamples'))
  const rowErrors = useRowErrors(form)
  const remove = useCallback((tube: ShippedTube) => unselect(form, tube.SampleId), [form])
  const selected = tubesIn(rows)
  return (
    <Tubes
      name="Selected"
      field="ShipmentSamples"
      tubes={meantBy(selected, filter)}
      rows={new Map(rows.map((row) => [Number(row.SampleId), row]))}
      isOnShipment={!isNew}
      act="Remove"
      onMove={remove}
      newest={newest}
      errors={rowErrors}
      error={error}
      head={<span className="hints">{countsOf(selected)}</span>}
      empty={selected.length > 0 ? 'No selected sample matches' : 'Scan a sample, or click a waiting one'}
    />
  )
}

const Foot = () => {
  const dryIce = dryIceWarning(tubesIn(useValue('ShipmentSamples') ?? []))
  return (
    <footer className="packing-foot">
      <span className="hints quiet">
        Click or <kbd className="key">Enter</kbd> moves a row
      </span>
      {dryIce && (
        <span className="warn" role="status">
          <IconAlertTriangle size={15} stroke={1.6} /> {dryIce}
        </span>
      )}
    </footer>
  )
}

export const Packing = () => {
  const form = useForm()
  const isNew = useMode() === 'add'
  const waiting = useWaiting(form)
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed)
  const [newest, setNewest] = useState<number>()
  const scan = (text: string): Said => {
    const said = scanned(form, text)
    if (said.ok) setNewest(selectedOf(form)[0]?.SampleId ?? undefined)
    // it may have been accessioned since: the next scan finds it
    else void askAgain()
    return said
  }
  return (
    <>
      <ScanBox
        placeholder="Scan or type barcode, accession no, LRN, sample"
        isFirst={!isNew}
        isReady={waiting.isLoaded}
        onType={setTyped}
        onScan={scan}
      />
      <div className="packing">
        <Available form={form} waiting={waiting} filter={filter} />
        <Selected form={form} isNew={isNew} filter={filter} newest={newest} />
      </div>
      <Foot />
    </>
  )
}
