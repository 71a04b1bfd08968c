// The button that fills the lines of a new bill with all work that was sent by its day and that no bill charges.
import { IconPlaylistAdd } from '@tabler/icons-react'
import { answerTo, messageOf } from '../../web/api/api.ts'
import { say, sayError } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { purchasebills } from './purchasebills.model.ts'
import { workWithoutBill } from './answers.model.ts'
import type { RowTo } from '../../core/answer/answer.ts'

const { useForm } = screenOf(purchasebills)
/** Of statement 144. */
export type SentWork = RowTo<typeof workWithoutBill>

export const TakeWork = () => {
  const form = useForm()
  const { SupplierId, BuyerId, BillDate } = useFormState(form, (state) => state.values)
  const known = typeof SupplierId === 'number' && typeof BuyerId === 'number'
  const take = async () => {
    const lines = form.get('Lines') ?? []
    const there = new Set(lines.map((line) => line?.SaleProductId))
    try {
      const sent = await answerTo(workWithoutBill, {
        SupplierId: SupplierId ?? 0,
        BuyerId: BuyerId ?? 0,
        ...(BillDate && { Till: BillDate }),
      })
      const fresh = sent.filter((work) => !there.has(work.SaleProductId))
      const taken = fresh.map(({ SaleProductId, Name, SaleId, Agreed }) => ({
        SaleProductId,
        Description: Name,
        SaleId,
        Agreed,
        Amount: Agreed,
      }))
      form.change('Lines', [...lines, ...taken])
      say(
        fresh.length === 0 ? 'No work waits for a bill' : `Taken at the agreed price: ${fresh.length} of the work sent`,
      )
    } catch (error) {
      sayError(messageOf(error))
    }
  }
  return (
    <Button
      label="Take Work Sent"
      icon={IconPlaylistAdd}
      hotkey="alt+w"
      reason={known ? undefined : 'Choose the supplier and who is charged first'}
      onClick={() => void take()}
    />
  )
}
