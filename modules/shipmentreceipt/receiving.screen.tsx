// The screen for receiving: boxes with their thermometers, the scan box, and the waiting and missing tubes.
import { IconPackageImport } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../web/part/button.tsx'
import { useFormState, useMode } from '../../web/record/use-form.ts'
import { ScanBox, type Said } from '../../web/scan/scan-box.tsx'
import { sampleStatus } from '../lists/items.model.ts'
import { meantBy, scanOf } from '../shipments/scan/scan.rules.ts'
import { Boxes, newIn } from './boxes.screen.tsx'
import {
  change,
  decidedOf,
  isOpen,
  mayTurnUp,
  receiptRecord,
  rowsOf,
  tubesOf,
  useDetail,
  useForm,
  useValue,
  type ReceiptForm,
  type ReceiptRow,
  type ReceiptTube,
} from './receipt.screen.ts'
import { heldText } from './receive.rules.ts'
import type { Degrees } from './shipmentreceipt.model.ts'
import { createReceiving } from './sending.screen.ts'
import { TooMany } from './toomany/too-many.screen.tsx'
import { Tubes } from './tubes.screen.tsx'

/** Tubes that awaited receipt when the screen was opened remain on it, whatever their status now. */
const useRows = (): { rows: readonly ReceiptRow[]; missing: readonly ReceiptRow[] } => {
  const form = useForm()
  const values = useFormState(form, (state) => state.values)
  const open = rowsOf(values)
  const [shown, setShown] = useState<ReadonlySet<unknown>>(new Set())
  if (open.some((row) => !shown.has(row.ShipmentSampleId)))
    setShown(new Set([...shown, ...open.map((row) => row.ShipmentSampleId)]))
  const here = new Set(open.map((row) => row.ShipmentSampleId))
  const decided = decidedOf(values).filter((row) => !here.has(row.ShipmentSampleId))
  const stayed = decided.filter((row) => shown.has(row.ShipmentSampleId))
  return {
    rows: [...open, ...stayed].sort((a, b) => Number(a.ShipmentSampleId) - Number(b.ShipmentSampleId)),
    missing: decided.filter((row) => !shown.has(row.ShipmentSampleId) && mayTurnUp(row)),
  }
}

/** Focuses the scan box, so that a scanner can begin at once. */
const focusBox = (around: HTMLElement | null): void => around?.querySelector('input')?.focus()

const words = { none: 'No sample of this shipment matches', there: 'is decided already' }
const idsOf = (tubes: readonly ReceiptTube[]): number[] => tubes.map((tube) => Number(tube.row.ShipmentSampleId))

/** Tubes that a scan may match now, and decided ones; read from the form, since scans are faster than a render. */
const scannable = (form: ReceiptForm, isEditing: boolean) => {
  const { values } = form.state()
  const now = tubesOf([...rowsOf(values), ...decidedOf(values)])
  const waiting = now.filter(({ row }) => isOpen(row) || (!isEditing && mayTurnUp(row)))
  return { waiting, there: now.filter((tube) => !waiting.includes(tube)) }
}

/** The readings: sent with the next received tubes, or with Save while the receipt is edited. */
const useThermometers = () => {
  const form = useForm()
  const isEditing = useMode() === 'edit'
  const kept = useValue('ReceivedTemperatures') ?? {}
  const [since, setSince] = useState<Degrees>()
  const put = (read: Degrees) => (isEditing ? form.change('ReceivedTemperatures', read) : setSince(read))
  /** Carries readings made before Edit into the edited record. */
  const carry = (shown: HTMLElement | null) => {
    if (!shown || !isEditing || !since) return
    put({ ...kept, ...newIn(since, kept) })
    setSince(undefined)
  }
  return { read: isEditing ? kept : (since ?? kept), fresh: newIn(since ?? {}, kept), put, carry }
}

/** Receives tubes at once, or with Save while the receipt is edited. */
const useReceive = () => {
  const record = useDetail()
  const form = useForm()
  const isEditing = useMode() === 'edit'
  const [receiving] = useState(() => createReceiving(form, Number(record.key)))
  const { read, fresh, put, carry } = useThermometers()
  // on no row of the shipment
  const [unlisted, setUnlisted] = useState<string>()
  const receive = (which: readonly ReceiptTube[]) => {
    const ids = idsOf(which)
    if (isEditing) change(form, new Set(ids), { StatusId: sampleStatus.Delivered, Status: null, ReasonId: null })
    else receiving.receive(ids, fresh)
  }
  const scan = (text: string): Said => {
    const { waiting, there } = scannable(form, isEditing)
    const found = scanOf(text, waiting, there, words)
    const isUnlisted = !isEditing && text.trim() !== '' && meantBy([...waiting, ...there], text).length === 0
    setUnlisted(isUnlisted ? text.trim() : undefined)
    if ('reason' in found) return { ok: false, code: '', text: found.reason }
    receive([found.tube])
    const { Barcode, Specimen, Sale, row } = found.tube
    const held = row.HeldFor ? `; ${heldText(row.HeldFor.toLowerCase())}` : ''
    return {
      ok: true,
      code: Barcode,
      text: `${['received', Specimen.Name, Sale.Patient?.Name].filter(Boolean).join(', ')}${held}`,
    }
  }
  /** Receives the listed tubes, with the typed temperatures. */
  const receiveAll = (which: readonly ReceiptTube[]) => {
    if (which.length > 0 || Object.keys(fresh).length > 0) receive(which)
    if (isEditing) void record.save()
    else receiptRecord.home?.()
  }
  const hasRead = !isEditing && Object.keys(fresh).length > 0
  return { isEditing, read, hasRead, put, carry, receive, receiveAll, scan, unlisted, setUnlisted }
}

/** True, or why the user cannot receive. */
const useAllowed = (): true | string => {
  const form = useForm()
  return useFormState(form, (state) => state.values.Actions?.receive) ?? 'Your role cannot receive shipments'
}
const whyNot = (allowed: true | string, open: number, hasRead: boolean): string | undefined => {
  if (allowed !== true) return allowed
  return open === 0 && !hasRead ? 'No sample on the list awaits its receipt' : undefined
}

export const Receiving = () => {
  const form = useForm()
  const allowed = useAllowed()
  const { isEditing, read, hasRead, put, carry, receive, receiveAll, scan, unlisted, setUnlisted } = useReceive()
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed)
  const { rows, missing } = useRows()
  const [tubes, lost] = [tubesOf(rows), tubesOf(missing)]
  const visible = meantBy(tubes, filter)
  const open = visible.filter(({ row }) => isOpen(row)).length
  const places = new Map(rowsOf(form.state().values).map((row, index) => [row.ShipmentSampleId, index]))
  return (
    <>
      <div key={isEditing ? 'edit' : 'view'} ref={carry}>
        <Boxes tubes={tubes} read={read} onRead={allowed === true ? put : undefined} />
      </div>
      {allowed === true && (
        <div ref={focusBox}>
          <ScanBox
            placeholder="Scan or type barcode, accession no, LRN, sample"
            isFirst
            isReady
            onType={setTyped}
            onScan={scan}
          />
          <TooMany barcode={unlisted} onDone={() => setUnlisted(undefined)} />
        </div>
      )}
      <Tubes
        name="Samples"
        tubes={visible}
        places={places}
        empty={tubes.length === 0 ? 'No sample awaits its receipt.' : `No sample matches ${filter.trim()}.`}
        head={
          <Button
            className="receive"
            label="Receive"
            look="primary"
            icon={IconPackageImport}
            hotkey="alt+r"
            reason={whyNot(allowed, open, hasRead)}
            // use the typed text, even where the table has not followed yet
            onClick={() => receiveAll(meantBy(tubes, typed).filter(({ row }) => isOpen(row)))}
          />
        }
      />
      {lost.length > 0 && (
        <Tubes
          name="Missing"
          tubes={lost}
          places={places}
          empty=""
          {...(allowed === true && !isEditing && { onFound: (tube: ReceiptTube) => receive([tube]) })}
        />
      )}
    </>
  )
}
