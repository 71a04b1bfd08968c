// The code by which an unpaid bill is paid by UPI: to whom, how much and for which number.
import type { PayCode } from '../../../core/letterhead.ts'
import { network } from '../../../core/network.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { matrixSvg, qr } from '../../../server/print/barcode.ts'

type Paid = { readonly name: string; readonly amount: number; readonly no: string }

/** upi://pay: payee, name, amount, currency, note. */
export const upiAddress = (upiId: string, { name, amount, no }: Paid): string =>
  `upi://pay?${Object.entries({ pa: upiId, pn: name, am: amount.toFixed(2), cu: 'INR', tn: no })
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%40', '@')}`)
    .join('&')}`

/** Null where the organisation has no UPI id, nothing remains to pay, or the network has another currency. */
export const payeeOf = async (tx: Tx, clientId: number, amount: number): Promise<string | null> => {
  if (amount <= 0 || network.currency !== 'INR') return null
  const { UpiId } = await tx.one<{ UpiId: string | null }>(sql`
    select
      upi_id
    from
      clients
    where
      client_id = ${clientId}
  `)
  return UpiId
}

/** The code of what remains to pay; null where it has no payee. */
export const payCodeOf = async (tx: Tx, clientId: number, paid: Paid): Promise<PayCode | null> => {
  const UpiId = await payeeOf(tx, clientId, paid.amount)
  return UpiId === null ? null : { UpiId, Svg: matrixSvg(qr(upiAddress(UpiId, paid))) }
}
