// Cash that leaves a batch, on its screen: the buttons that let it out, what left so far, and its cancelling.
import { IconBuildingBank, IconCashMinus, IconCashPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf, formatDate } from '../../../core/dates.ts'
import type { FilePart, partsOfFiles } from '../../../core/answer/questions.ts'
import { formatMoney } from '../../../core/money.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { askText } from '../../../web/dialog/ask.ts'
import { FileLink } from '../../../web/files/file-link.tsx'
import { Button } from '../../../web/part/button.tsx'
import { useFormState } from '../../../web/record/use-form.ts'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { gridsOf } from '../../../web/screen/grids-of.ts'
import type { ScreenColumns } from '../../../web/screen/grids-of.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { seesSlips } from '../expected.rules.ts'
import { tranbatches, type batchFields } from '../tranbatches.model.ts'
import { outKinds } from '../modes.rules.ts'
import { depositFields, floatFields, paidOutFields } from './outs.model.ts'
import { isToCancel, mayCancelKind, mayCancelOut, mayDeposit, mayPayOut } from './outs.rules.ts'

const { useDetail, useValue } = screenOf(tranbatches)
const { GridCard } = gridsOf(tranbatches)

/** The day on which something is done, to begin with. */
const startDay = (): string => dayOf(new Date())

export const OutActs = () => {
  const record = useDetail()
  const batch = useFormState(record.form, (state) => state.values)
  const [asking, setAsking] = useState<'deposit' | 'pay out' | 'float'>()
  const recordsMoney = may(useSession(), 'transactions', 'create')
  const { user } = record.form
  const by = (act: string) => ({
    onDo: (body: object) => record.tryAct(`/api/${act}/${String(record.key)}`, body),
    onClose: () => setAsking(undefined),
  })
  return (
    <>
      {mayDeposit(batch, user).ok && (
        <Button label="Deposit" icon={IconBuildingBank} onClick={() => setAsking('deposit')} />
      )}
      {mayPayOut(batch, user, recordsMoney).ok && (
        <>
          <Button label="Pay out" icon={IconCashMinus} onClick={() => setAsking('pay out')} />
          <Button label="Give float" icon={IconCashPlus} onClick={() => setAsking('float')} />
        </>
      )}
      {asking === 'deposit' && (
        <AskFields
          title="Deposit"
          label="Deposit"
          text="Cash of this batch that is brought to the bank. Add a picture of the stamped slip under Documents."
          fields={depositFields}
          start={{ BankAccountId: null, Amount: null, SlipNo: null, Day: startDay(), Remarks: null }}
          {...by('depositbatch')}
        />
      )}
      {asking === 'float' && (
        <AskFields
          title="Give float"
          label="Offer"
          text="Cash for the drawer of another: it leaves this batch once it is counted and accepted there."
          fields={floatFields}
          start={{ TakerId: null, Amount: null, Remarks: null }}
          {...by('floatbatch')}
        />
      )}
      {asking === 'pay out' && (
        <AskFields
          title="Pay out"
          label="Pay out"
          text="Petty cash that leaves this batch today."
          fields={paidOutFields}
          start={{ Amount: null, CategoryId: null, LedgerAccountId: null, Remarks: null }}
          {...by('payoutbatch')}
        />
      )}
    </>
  )
}

const words = new Map<string, string>(outKinds)
type Row = Parameters<NonNullable<ScreenColumns<typeof batchFields, 'CashOuts'>[number]['show']>>[0]
const about = (row: Row): string =>
  [
    row.BankAccount?.Name,
    row.SlipNo && `slip ${row.SlipNo}`,
    row.Category,
    row.OwnAccount,
    row.OtherBatchId && `batch ${row.OtherBatchId}`,
    row.Remarks,
    row.CancelReason && `Cancelled: ${row.CancelReason}`,
  ]
    .filter(Boolean)
    .join(', ')

type Column = ScreenColumns<typeof batchFields, 'CashOuts'>[number]
/** The slip of each deposit: those that there are. */
const slipsOf = (deposits: readonly FilePart[]): ReadonlyMap<number, number> =>
  new Map(deposits.flatMap(({ Key, NewestId }) => (NewestId ? [[Key, NewestId]] : [])))
const slipColumn = (batchId: string, slips: ReadonlyMap<number, number>): Column => ({
  view: 'Slip',
  title: 'Slip',
  width: 110,
  editable: false,
  show: (row) => {
    const fileId = slips.get(Number(row.BatchOutId))
    return fileId && <FileLink moduleId={tranbatches.id} formId={batchId} fileId={fileId} label="Show slip" />
  },
})

/** Without any such cash there is no card. */
export const CashOuts = () => {
  const record = useDetail()
  const moved = useValue('CashOuts')
  const mayCancel = mayCancelOut(record.form.user).ok
  const batchId = String(record.key)
  // among the documents of the batch: read again after one is added or withdrawn
  const question = seesSlips(record.form.user)
    ? ({ path: `${tranbatches.id}/${batchId}/files/parts` } as const)
    : undefined
  const slips = slipsOf(useAnswer<typeof partsOfFiles>(question, { Kind: 'slip' }).data ?? [])
  const cancel = async (row: Row) => {
    const amount = formatMoney(Math.abs(row.Amount ?? 0), { symbol: true })
    const reason = await askText({
      title: 'Cancel',
      label: 'Reason',
      text: `${amount} of ${formatDate(row.Day)} goes back into a batch.`,
    })
    if (reason !== undefined)
      await record.act(`/api/cancelout/${String(record.key)}`, { BatchOutId: row.BatchOutId, reason })
  }
  if ((moved ?? []).length === 0) return null
  const columns: ScreenColumns<typeof batchFields, 'CashOuts'> = [
    { name: 'Day', width: 120 },
    { view: 'What', title: 'What', width: 130, editable: false, show: (row) => words.get(row.Kind ?? '') },
    { view: 'About', title: 'About', width: 'minmax(200px, 1fr)', editable: false, show: about },
    ...(slips.size > 0 ? [slipColumn(batchId, slips)] : []),
    { name: 'Amount', width: 120, strong: true },
    {
      view: 'Cancel',
      title: '',
      width: 104,
      editable: false,
      show: (row) =>
        mayCancel && (row.Amount ?? 0) < 0 && mayCancelKind(row.Kind ?? '').ok && isToCancel(row).ok ? (
          <Button label="Cancel" onClick={() => void cancel(row)} />
        ) : null,
    },
  ]
  return (
    <GridCard
      name="CashOuts"
      columns={columns}
      height={250}
      rowClass={(row) => (row.IsCancelled === true ? 'cancelled' : undefined)}
      card={(row) => ({ title: words.get(row.Kind ?? ''), end: formatMoney(row.Amount ?? 0), note: about(row) })}
    />
  )
}
