// The settlement between two places on paper, which both sign.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { formatDate } from '../../../core/dates.ts'
import { currencySign, formatMoney } from '../../../core/money.ts'
import type { RecordOf } from '../../../core/model.ts'
import type { Tx } from '../../../server/db/db.ts'
import { issuedPdf, type IssuedPaper } from '../../../server/print/issued.ts'
import { letterTypeset, renderPdf } from '../../../server/print/render.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { setoffs, type setOffFields } from '../setoffs.model.ts'
import { netOf } from '../setoffs.rules.ts'
import type { SettlementPaper } from './paper.model.ts'

const files = { Template: new URL('./paper.typ', import.meta.url).href, Typeset: letterTypeset }
type Settled = RecordOf<typeof setOffFields>
const money = (amount: number | null): string => formatMoney(amount ?? 0)

const restOf = (settled: Settled, first: string, second: string): string => {
  const { rest, debtor } = netOf({ First: settled.FirstOwed ?? 0, Second: settled.SecondOwed ?? 0 })
  if (rest === 0) return ''
  const who = debtor === 'first' ? `${first} to ${second}` : `${second} to ${first}`
  return settled.PaymentId === null
    ? `${currencySign()} ${money(rest)} stays owed by ${who}`
    : `${currencySign()} ${money(rest)} paid by ${who}, transaction ${settled.PaymentId}`
}

const paperOf = async (tx: Tx, settled: Settled, versionText: string | null): Promise<SettlementPaper> => {
  const letterhead = await readLetterhead(tx, Number(settled.FirstId))
  const second = await partyOf(tx, Number(settled.SecondId))
  const [first, other] = [settled.First?.Name ?? '', settled.Second?.Name ?? '']
  return {
    Letterhead: letterhead,
    Second: second,
    No: String(settled.SetOffId),
    Date: formatDate(settled.SettledAt),
    VersionText: versionText,
    State: settled.State === 'Cancelled' ? 'CANCELLED' : null,
    Currency: currencySign(),
    FirstLabel: `${other} owed ${first}`,
    FirstOwed: money(settled.FirstOwed),
    SecondLabel: `${first} owed ${other}`,
    SecondOwed: money(settled.SecondOwed),
    Amount: money(settled.Amount),
    AmountInWords: amountInWords(settled.Amount ?? 0),
    Rest: restOf(settled, first, other),
    Lines: settled.Documents.map((line) => ({
      Debtor: line.Debtor ?? '',
      Creditor: line.Creditor ?? '',
      Document: line.Document ?? '',
      Amount: money(line.Amount),
    })),
    Remarks: settled.Remarks ?? '',
    SignedFor: first,
    AlsoSignedFor: other,
  }
}

/** The settlement as it is issued and kept. */
const settlementPaper = (tx: Tx, settled: Settled): IssuedPaper => ({
  kind: 'settlement',
  documentId: Number(settled.SetOffId),
  paperNo: String(settled.SetOffId),
  says: [
    [settled.FirstId, settled.SecondId, settled.FirstOwed, settled.SecondOwed, settled.Amount],
    [settled.PaymentId, settled.State],
    settled.Documents.map((line) => [line.AllocationId, line.Amount]),
  ],
  draw: async (versionText) => ({ pdf: await renderPdf(files, await paperOf(tx, settled, versionText)) }),
})

export const printSetOff = printerOf(setoffs, ({ db, user, record, key, version }) =>
  issuedPdf(db, user, settlementPaper(db.read, record), { module: setoffs.id, formId: key, version }),
)
