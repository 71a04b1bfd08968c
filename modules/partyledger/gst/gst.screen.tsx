// The button of the party ledger that makes the tables of the return GSTR-1 of a month.
import { IconBuildingBank, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { addDays, dayOf } from '../../../core/dates.ts'
import { entityType } from '../../../core/user.ts'
import { file, postTo } from '../../../web/api/api.ts'
import { newKey } from '../../../web/api/request-key.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { saveFile } from '../../../web/list/save-file.ts'
import { say, sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { useSession } from '../../../web/session/session.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { gstPaid } from '../answers.model.ts'
import { payGstFields } from './gst.model.ts'
import { gstTables, type GstTable } from './gst.rules.ts'

const monthBefore = (): string => addDays(`${dayOf(new Date()).slice(0, 7)}-01`, -1).slice(0, 7)

const GstDialog = ({ onClose }: { onClose: () => void }) => {
  const { Entity } = useSession()
  const [Month, setMonth] = useState(monthBefore)
  const [busy, setBusy] = useState<GstTable>()
  const save = async (Table: GstTable) => {
    setBusy(Table)
    try {
      const asked = { LegalEntityId: Entity.ClientId, Month, Table }
      saveFile(await file('GET', '/api/gstr1/partyledger', asked), `gstr1-${Table}-${Month}.csv`)
    } catch (refused) {
      sayError(refused)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Modal
      title="GSTR-1"
      width={640}
      height={400}
      onClose={onClose}
      footer={<Button label="Close" onClick={onClose} />}
    >
      <Labelled label="Month">
        {(given) => (
          <input
            {...given}
            className="input"
            type="month"
            autoFocus
            value={Month}
            onChange={(event) => event.target.value && setMonth(event.target.value)}
          />
        )}
      </Labelled>
      {gstTables.map(([table, label]) => (
        <p key={table}>
          <Button label={label} icon={IconFileSpreadsheet} busy={busy === table} onClick={() => void save(table)} />
        </p>
      ))}
    </Modal>
  )
}

const PayGst = ({ onClose }: { onClose: () => void }) => {
  // sent again after an answer that was lost it is paid once
  const [requestKey] = useState(() => newKey())
  return (
    <AskFields
      title="Pay GST"
      label="Pay"
      text="What the place charged up to the end of the month comes down by what the challan pays."
      fields={payGstFields}
      start={{ Month: monthBefore(), Date: dayOf(new Date()), PaymentModeId: paymentMode.BankTransfer }}
      onDo={async (body) => {
        try {
          const { message } = await postTo(gstPaid, body, requestKey)
          say(message)
          return undefined
        } catch (refused) {
          return refused
        }
      }}
      onClose={onClose}
    />
  )
}

/** Offered where a legal entity is signed in: a return is of all its places. */
export const Gst = () => {
  const { Entity } = useSession()
  const [open, setOpen] = useState<'return' | 'pay'>()
  if (Entity.ClientTypeId !== entityType.LegalEntity) return null
  return (
    <>
      <Button label="GSTR-1" icon={IconFileSpreadsheet} onClick={() => setOpen('return')} />
      <Button label="Pay GST" icon={IconBuildingBank} onClick={() => setOpen('pay')} />
      {open === 'return' && <GstDialog onClose={() => setOpen(undefined)} />}
      {open === 'pay' && <PayGst onClose={() => setOpen(undefined)} />}
    </>
  )
}
