// The actions on a whole sale: print, accession, unlock, cancel, refund, copy.
import { useNavigate } from '@tanstack/react-router'
import {
  IconBan,
  IconCopy,
  IconFlask,
  IconLockOpen,
  IconPrinter,
  IconReceiptRefund,
  IconRefresh,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { recordLink } from '../../../web/record/record-link.ts'
import { ActionButton } from '../../../web/detail/detail.tsx'
import { ask, askChoice, askText } from '../../../web/dialog/ask.ts'
import { More } from '../../../web/part/more.tsx'
import type { ActionsOf } from '../../../web/record/form.ts'
import { useFormState } from '../../../web/record/use-form.ts'
import type { Permit } from '../../../core/model.ts'
import { network } from '../../../core/network.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { sendAccession } from './accession.screen.tsx'
import { reportOnCancel } from '../sales.model.ts'
import { useActions, type SaleRecord, type SaleShown } from '../sale.screen.ts'
import { accessionQuestion, cancelNeedsReason, cancelSaleText, saleStateOf } from './status.rules.ts'

/** What becomes of a report that is out; undefined where the question was left. */
const reportOf = async (isOut: boolean): Promise<{ Report?: string } | undefined> => {
  if (!isOut) return {}
  const Report = await askChoice({
    title: 'Cancel Sale',
    text: 'Its report is out. What becomes of it ?',
    choices: reportOnCancel,
    cancel: 'Back',
  })
  return Report && { Report }
}

/** Actions with a question first. */
const asking = (record: SaleRecord, values: SaleShown, status: number) => {
  const { act, key } = record
  const cancel = async () => {
    const state = saleStateOf(values)
    if (!cancelNeedsReason(state)) {
      if (await ask({ text: cancelSaleText(state) })) await act('/api/cancel/sales')
      return
    }
    const reason = await askText({ label: 'Reason', text: cancelSaleText(state) })
    if (reason === undefined) return
    const Report = await reportOf(state.ReportOut === true)
    if (Report !== undefined) await act('/api/cancel/sales', { formId: key, reason, ...Report })
  }
  const accession = async (drawn: { DrawnHere?: boolean } = {}) => {
    const text = accessionQuestion({ StatusId: status })
    if (text === undefined || (await ask({ text }))) await sendAccession(record, drawn)
  }
  const unlock = async () => {
    const reason = await askText({
      label: 'Reason',
      text: 'Unlocking reverses the accession so that the products can be changed.',
      required: false,
    })
    if (reason !== undefined) await act('/api/unlock/sales', { formId: key, ...(reason && { reason }) })
  }
  return { cancel, accession, unlock }
}

/** A rare action, absent without its permit; a refund needs only the permit. */
const rareOf =
  (actions: ActionsOf) =>
  (
    permit: Permit,
    label: string,
    Icon: ComponentType<{ size: number; stroke: number }>,
    act: () => void,
    hotkey?: string,
  ) => {
    const allowed = actions?.[permit]
    if (allowed === undefined) return undefined
    const reason = allowed === true || label === 'Refund' ? undefined : allowed
    return { label, icon: <Icon size={16} stroke={1.6} />, act, reason, ...(hotkey && { hotkey }) }
  }

/** An accession whose tubes are drawn otherwise than the network's setting says. */
const otherDraw = (): string => (network.deskDraws ? 'Accession, Draw Later' : 'Accession, Drawn Here')

type ActsProps = { record: SaleRecord; excess: number; onOpen: (dialog: 'print' | 'refund') => void }
export const Acts = ({ record, excess, onOpen }: ActsProps) => {
  const navigate = useNavigate()
  const values = useFormState(record.form, (state) => state.began)
  const status = Number(values.StatusId ?? 0)
  const { cancel, accession, unlock } = asking(record, values, status)
  const clone = () => void navigate(recordLink('sales', { SaleId: Number(record.key), clone: true }))
  const rare = rareOf(useActions())
  return (
    <>
      <ActionButton permit="print" label="Print" icon={IconPrinter} hotkey="alt+p" onClick={() => onOpen('print')} />
      {status < saleStatus.Accessioned && (
        <ActionButton
          permit="reaccession"
          label="Accession"
          icon={IconFlask}
          hotkey="alt+a"
          onClick={() => void accession()}
        />
      )}
      <ActionButton permit="cancel" label="Cancel Sale" icon={IconBan} look="danger" onClick={() => void cancel()} />
      <More
        items={[
          status >= saleStatus.Accessioned
            ? rare('reaccession', 'Re-accession', IconRefresh, () => void accession(), 'alt+a')
            : rare(
                'reaccession',
                otherDraw(),
                IconFlask,
                () => void accession({ DrawnHere: !network.deskDraws }),
                'alt+w',
              ),
          status >= saleStatus.Accessioned
            ? rare('unlock', 'Unlock Accession', IconLockOpen, () => void unlock())
            : undefined,
          excess > 0 ? rare('cancel', 'Refund', IconReceiptRefund, () => onOpen('refund')) : undefined,
          rare('create', 'Clone', IconCopy, clone),
        ]}
      />
    </>
  )
}
