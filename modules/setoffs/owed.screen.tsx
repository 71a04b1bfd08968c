// Before two places are settled: what each owes the other, what will be set off, and what is left to pay.
import { formatDate } from '../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { messageOf } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { setoffs } from './setoffs.model.ts'
import { maySetOff, netOf } from './setoffs.rules.ts'
import { owedBetweenPlaces } from './answers.model.ts'
import type { RowTo } from '../../core/answer/answer.ts'
import './owed.screen.css'

const { useForm } = screenOf(setoffs)
type Due = RowTo<typeof owedBetweenPlaces>
const money = (amount: number): string => formatMoney(amount, { symbol: true })

const Side = ({ title, dues }: { title: string; dues: readonly Due[] }) => (
  <table className="owed-side">
    <caption>
      {title}: {money(sumAmounts(dues.map((due) => due.Owed)))}
    </caption>
    <tbody>
      {dues.map((due) => (
        <tr key={due.Document}>
          <th scope="row">{due.Document}</th>
          <td>{due.Since === null ? '' : formatDate(due.Since)}</td>
          <td className="number">{formatMoney(due.Owed)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const Owed = () => {
  const form = useForm()
  const { FirstId, SecondId, First, Second } = useFormState(form, (state) => state.values)
  const known = typeof FirstId === 'number' && typeof SecondId === 'number'
  const dues = useAnswer(known ? owedBetweenPlaces : undefined, {
    FirstId: FirstId ?? undefined,
    SecondId: SecondId ?? undefined,
  })
  const of = (seller: number | null | undefined) => (dues.data ?? []).filter((due) => due.SellerId === seller)
  const owed = {
    First: sumAmounts(of(FirstId).map((due) => due.Owed)),
    Second: sumAmounts(of(SecondId).map((due) => due.Owed)),
  }
  const names = { first: First?.Name ?? '', second: Second?.Name ?? '' }
  const may = maySetOff(owed, names)
  const { amount, rest, debtor } = netOf(owed)
  const last = rest > 0 ? `${names[debtor]} pays ${money(rest)}.` : 'No rest is left to pay.'
  return (
    <section className="card owed-sides" aria-label="What they owe each other">
      {!known && <p className="quiet">Choose two places to see what they owe each other.</p>}
      {dues.error && (
        <p className="band bad" role="alert">
          {messageOf(dues.error)}
        </p>
      )}
      {known && dues.data && (
        <>
          <Side title={`${names.second} owes ${names.first}`} dues={of(FirstId)} />
          <Side title={`${names.first} owes ${names.second}`} dues={of(SecondId)} />
          <p className="outcome" role="status">
            {may.ok ? `${money(amount)} is set off. ${last}` : may.reason}
          </p>
        </>
      )}
    </section>
  )
}
