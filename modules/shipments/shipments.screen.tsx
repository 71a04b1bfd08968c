// A shipment: packed by scanning, dispatched, followed until its receipt.
import { IconArrowBackUp, IconBan, IconPrinter, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { reasonOf } from '../../core/refusal.ts'
import { ask } from '../../web/dialog/ask.ts'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { ShownField } from '../../web/field/shown-field.tsx'
import { sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { useFormState, useMode } from '../../web/record/use-form.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { Arrived } from './dispatch/arrived.screen.tsx'
import { Boxes, degreesIn, wrongIn, type Read } from './dispatch/boxes.screen.tsx'
import { Lost } from './dispatch/lost.screen.tsx'
import { Packing } from './packing/packing.screen.tsx'
import { packing, useWaiting } from './packing/selection.screen.ts'
import { Tubes } from './packing/tubes.screen.tsx'
import { Field, useDetail, useForm, useRecord, useValue } from './shipment.screen.ts'
import { tubesIn } from './shipments.model.ts'
import { cancelText, mayCancelShipment, mayUndispatch } from './shipments.rules.ts'
import { Answers } from './toomany/answer.screen.tsx'
import { Steps } from './steps.screen.tsx'
import { countsOf } from './temperature.rules.ts'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './shipments.screen.css'

/** How many of the waiting tubes are selected. */
const Count = () => {
  const form = useForm()
  const selected = useValue('ShipmentSamples')?.length ?? 0
  const { tubes } = useWaiting(form)
  return (
    <span className="counted">
      <b>{selected}</b> <span className="secondary">of {selected + tubes.length} waiting</span>
    </span>
  )
}

const Header = () => {
  const isRead = useMode() === 'view'
  const [dispatched, cameUndispatched] = [useValue('DispatchDate'), useValue('CameUndispatched')]
  const count = useValue('NumberOfSamples')
  return (
    <section className="card" aria-label="Shipment">
      <div className="fields shipment-fields">
        <Field name="ConsignorId" span={isRead ? 2 : 3} />
        <Field name="ConsigneeId" span={isRead ? 2 : 3} />
        <Field name="CourierId" span={2} />
        <Field name="ShipmentReference" span={2} />
        <ShownField label="Number of Samples" name="NumberOfSamples" span={2}>
          {isRead ? String(count ?? 0) : <Count />}
        </ShownField>
        {isRead && (
          <ShownField label="Dispatch Date" name="DispatchDate" span={2}>
            {dispatched ? formatDateTime(dispatched) : <span className="quiet">Not dispatched</span>}
            {cameUndispatched && <span className="quiet"> came without dispatch</span>}
          </ShownField>
        )}
      </div>
    </section>
  )
}

const Selected = () => {
  const rows = useValue('ShipmentSamples') ?? []
  const tubes = tubesIn(rows)
  const isLinked = may(useSession(), 'samples', 'read')
  return (
    <Tubes
      name="Selected"
      isLinked={isLinked}
      field="ShipmentSamples"
      tubes={tubes}
      rows={new Map(rows.map((row) => [Number(row.SampleId), row]))}
      isOnShipment
      head={<span className="hints">{countsOf(tubes)}</span>}
      empty="No sample is on this shipment"
    />
  )
}

type ActsProps = { read: Read; onPrint: () => void }
const Acts = ({ read, onPrint }: ActsProps) => {
  const record = useDetail()
  const { form, key } = record
  const shipment = useFormState(form, (state) => state.values)
  const { update } = shipment.Actions ?? {}
  const dispatch = async () => {
    const wrong = wrongIn(read)
    if (wrong !== undefined) {
      sayError(`${wrong} is not a temperature`)
      return document.querySelector<HTMLElement>('.boxes [aria-invalid=true]')?.focus()
    }
    const Temperatures = degreesIn(read)
    const body = Object.keys(Temperatures).length > 0 ? { Temperatures } : {}
    const error = await record.tryAct(`/api/dispatchshipment/${String(key)}`, body)
    if (error) sayError(error)
    else record.close()
  }
  const cancel = async () => {
    if (await ask({ text: cancelText })) await record.act('/api/cancel/shipments')
  }
  return (
    <>
      {update === true && (
        <Button label="Dispatch" look="primary" icon={IconSend} hotkey="alt+r" onClick={() => void dispatch()} />
      )}
      <ActionButton permit="print" label="Print" icon={IconPrinter} hotkey="alt+p" onClick={onPrint} />
      {update !== undefined && reasonOf(mayUndispatch(shipment, form.user)) === undefined && (
        <Button
          label="Undo Dispatch"
          icon={IconArrowBackUp}
          onClick={() => void record.act(`/api/undispatch/shipments/${String(key)}`, {})}
        />
      )}
      <Lost />
      <Arrived />
      {reasonOf(mayCancelShipment(shipment, form.user)) === undefined && (
        <ActionButton
          permit="cancel"
          label="Cancel Shipment"
          icon={IconBan}
          look="danger"
          onClick={() => void cancel()}
        />
      )}
    </>
  )
}

export const Screen = () => {
  const record = useRecord(packing)
  const { form } = record
  const mode = useFormState(form, (state) => state.mode)
  const shipment = useFormState(form, (state) => state.values)
  const [printing, setPrinting] = useState(false)
  const [read, setRead] = useState<Read>({})
  const mayDispatch = shipment.Actions?.update === true
  return (
    <Detail
      record={record}
      className="shipment"
      readOnly={mode === 'view' && !mayDispatch}
      acts={{ isEditNext: false }}
      status={<Steps shipment={shipment} />}
      viewActions={<Acts read={read} onPrint={() => setPrinting(true)} />}
      editActions={mode === 'add' && <span className="quiet">Save, then Dispatch</span>}
    >
      <Header />
      {mode === 'view' ? (
        <>
          <Boxes read={read} onRead={mayDispatch ? setRead : undefined} />
          <Answers />
          <Selected />
        </>
      ) : (
        <Packing />
      )}
      {printing && <PrintDialog moduleId="shipments" formId={Number(record.key)} onClose={() => setPrinting(false)} />}
    </Detail>
  )
}
