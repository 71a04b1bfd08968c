// What is due for the sale of a line: without an invoice, on an invoice of several, and paid out all the same.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { referring } from './referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, only, pay, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(begin)

test('MDA-356 a sale without an invoice is due in full; on an invoice of several a payment goes to the oldest first', async () => {
  const ReferrerId = await aReferrer()
  const [first, second] = [await sold(ReferrerId), await sold(ReferrerId)]
  const [one, two] = [Number(first.NetAmount), Number(second.NetAmount)]
  const dues = async (): Promise<(number | undefined)[]> => {
    const lines = (await only(ReferrerId)).SaleProducts
    return [first, second].map((sale) => lines.find((line) => line.Sale.SaleId === sale.SaleId)?.Sale.Due)
  }
  await pay(first)
  expect(await dues()).toEqual([0, two])
  // both are on the invoice of the second, as an invoice of a month has several
  const InvoiceId = second.InvoiceId
  await setRows(app, 'sales', { SaleId: first.SaleId }, { InvoiceId: null, Paid: 0 })
  expect(await dues()).toEqual([one, two])
  await setRows(app, 'sales', { SaleId: first.SaleId }, { InvoiceId })
  await setRows(app, 'invoices', { InvoiceId }, { NetAmount: one + two, IsSingleSale: false })
  const receipt = async (Amount: number): Promise<void> => {
    const answer = await admin.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: 2,
      GiverId: second.BuyerId,
      InvoiceId: InvoiceId,
      PaymentModeId: 40,
      Amount,
    })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  }
  await receipt(one - 0.5)
  expect(await dues()).toEqual([0.5, two])
  await receipt(10.5)
  expect(await dues()).toEqual([0, two - 10])
})

test('why a referral is paid although its sales are not is shown to staff, not to the referrer', async () => {
  const portal = await signedIn(app, 'referrer', 14, 141)
  await sold(141)
  const { ReferralId } = await only(141)
  await setRows(app, 'referrals', { ReferralId }, { StatusId: 111 })
  const OverrideRemarks = 'He threatens to leave'
  expect((await admin.put(`/api/referrals/${ReferralId}`, { StatusId: 112, OverrideRemarks })).status).toBe(200)
  const told = async (person: Person): Promise<string> =>
    (
      await Promise.all(
        [`/api/referrals/${ReferralId}`, `/api/actions?ModuleId=referrals&FormId=${ReferralId}`].map((url) =>
          person.get(url),
        ),
      )
    )
      .map(({ status, text }) => `${status} ${text.includes(OverrideRemarks)}`)
      .join(', ')
  expect([await told(admin), await told(portal)]).toEqual(['200 true, 200 true', '200 false, 200 false'])
})
