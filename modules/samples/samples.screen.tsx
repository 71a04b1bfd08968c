// A sample: one tube, what it is for and its history. Read-only; collection, shipment and receipt move it.
import { Link } from '@tanstack/react-router'
import { IconDroplet, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { network } from '../../core/network.ts'
import { seesPatients } from '../../core/user.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { ActionButton, Detail } from '../../web/detail/detail.tsx'
import { Shown } from '../../web/field/shown.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { PrintDialog } from '../../web/print/print-dialog.tsx'
import { Parts, Shipments, Way } from './way.screen.tsx'
import { Identify } from './identity/identity.screen.tsx'
import { CollectWithLabel } from './labels/label.screen.tsx'
import { CollectElsewhere, CorrectPlace } from './place/place.screen.tsx'
import { Acts, Recollection } from './recollection/recollection.screen.tsx'
import { ask } from '../../web/dialog/ask.ts'
import { tooEarly } from './samples.rules.ts'
import { samples } from './samples.model.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { tubeTone } from '../sales/status/way.rules.ts'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './samples.screen.css'

const { useDetail, useRecord, useValue } = screenOf(samples)

const Header = () => {
  const [sale, specimen, temperature] = [useValue('Sale'), useValue('Specimen'), useValue('Temperature')]
  const isNamed = seesPatients(useDetail().form.user)
  const [owner, lab] = [useValue('Owner'), useValue('PerformingLab')]
  const [point, due] = [useValue('TimePoint'), useValue('DueDate')]
  const [collected, place, received] = [
    useValue('CollectionDate'),
    useValue('CollectedPlace'),
    useValue('ReceivedDate'),
  ]
  return (
    <section className="card" aria-label="Sample">
      <div className="fields">
        <Shown label="Sale">
          {isNamed ? (
            <Link {...recordLink('sales', { SaleId: sale?.SaleId ?? undefined })}>{sale?.SaleId}</Link>
          ) : (
            sale?.SaleId
          )}
        </Shown>
        <Shown label="Sale Date">{formatDateTime(sale?.SaleDate)}</Shown>
        <Shown label="Accession No" note={sale?.LRN ? `LRN ${sale?.LRN}` : undefined}>
          {sale?.AccessionNo}
        </Shown>
        {sale?.Patient && (
          <>
            <Shown label="Patient" span={4}>
              {sale.Patient.Name}
            </Shown>
            <Shown label="Mobile Phone">{sale.Patient.MobilePhone}</Shown>
          </>
        )}
        <Shown label="Specimen" note={[specimen?.Container, specimen?.CapColour].filter(Boolean).join(', ')}>
          {specimen?.Name}
        </Shown>
        <Shown label="Temperature">{temperature?.ItemLabel}</Shown>
        <Shown label="Owner" note={owner?.Area}>
          {owner?.Name}
        </Shown>
        <Shown label="Performing Lab" note={lab?.Area}>
          {lab?.Name}
        </Shown>
        <Shown label="Collection Date" note={point && due ? `${point}, due ${formatDateTime(due)}` : point}>
          {formatDateTime(collected)}
        </Shown>
        <Shown label="Collected At">{place}</Shown>
        <Shown label="Received">{formatDateTime(received)}</Shown>
      </div>
    </section>
  )
}

export const Screen = () => {
  const record = useRecord()
  const [printing, setPrinting] = useState(false)
  const [identifying, setIdentifying] = useState(false)
  const barcode = useFormState(record.form, (state) => state.values.Barcode)
  const statusId = useFormState(record.form, (state) => state.values.StatusId)
  const status = useFormState(record.form, (state) => state.values.SampleStatus)
  const collect = async () => {
    const { Barcode = null, DueDate = null } = record.form.state().values
    const early = tooEarly({ Barcode, DueDate }, new Date().toISOString())
    if (early !== undefined && !(await ask({ text: `${early}. Collect it now ?` }))) return
    if (network.identifyAtDraw) setIdentifying(true)
    else await record.act('/api/collect/samples', { SampleIds: [Number(record.key)] })
  }
  return (
    <Detail
      record={record}
      readOnly
      className="sample"
      title={`Sample ${barcode ?? ''}`}
      status={
        status?.ItemLabel && (
          <span className="head-status">
            <i className={`dot ${tubeTone(status.NowId)}`} aria-hidden="true" />
            {status.ItemLabel}
          </span>
        )
      }
      viewActions={
        <>
          {statusId === sampleStatus.ToBeCollected && (
            <ActionButton
              permit="update"
              label="Collect"
              look="primary"
              icon={IconDroplet}
              hotkey="alt+l"
              onClick={() => void collect()}
            />
          )}
          {statusId === sampleStatus.ToBeCollected && <CollectWithLabel />}
          {statusId === sampleStatus.ToBeCollected && <CollectElsewhere />}
          <CorrectPlace />
          <Acts />
          <ActionButton
            permit="print"
            label="Print label"
            icon={IconPrinter}
            hotkey="alt+p"
            onClick={() => setPrinting(true)}
          />
        </>
      }
    >
      <Header />
      <Recollection />
      <Way />
      <Shipments />
      {seesPatients(record.form.user) && <Parts />}
      {identifying && <Identify onClose={() => setIdentifying(false)} />}
      {printing && <PrintDialog moduleId="samples" formId={Number(record.key)} onClose={() => setPrinting(false)} />}
    </Detail>
  )
}
