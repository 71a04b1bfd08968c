// Sales of a referrer of their own, and the referrals that result.
import { keptClient } from '../clients/clients.fixture.ts'
import { clientType, referralStatus } from '../lists/items.model.ts'
import { aPatient, booked, mode } from '../sales/sales.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'

const products = [3001, 3002]
let referrers = 0
/** An instant some days back. */
export const daysBack = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString()
type Lines = { readonly SaleProducts: readonly { readonly SaleProductId: number }[] }
export const linesOf = ({ SaleProducts }: Lines): number[] => SaleProducts.map((line) => line.SaleProductId)
/** Keys of the lines of a referral. */
export const keys = (referral: Read<'referrals'>): number[] => linesOf(referral).sort((a, b) => a - b)

/** An administrator of lab 2, who sells for referrers. */
export const referring = (app: () => TestApp, admin: () => Person) => {
  let PatientId: number
  /** A referrer of their own for each test, so that its referral has no lines of another test. */
  const aReferrer = (): Promise<number> =>
    keptClient(admin(), {
      ClientTypeId: clientType.Referrer,
      Name: `Referrer ${(referrers += 1)}`,
      Code: `RF${referrers}`,
      ParentId: 1,
      Area: 'Aundh',
      City: 'Pune',
      State: 'Maharashtra',
      CanRefer: true,
    })
  const sold = async (ReferrerId: number, more: Json = {}): Promise<Read<'sales'>> => {
    PatientId ??= await aPatient(admin())
    return booked(admin(), { PatientId, ReferrerId, products, ...more })
  }
  /** Those that are not closed without a commission. */
  const referralsOf = async (ReferrerId: number) =>
    (await listed(admin(), 1028, { ReferrerId })).rows
      .filter((row) => row.StatusId !== referralStatus.Closed)
      .sort((a, b) => a.ReferralId - b.ReferralId)
  const read = async (id: number, person = admin()): Promise<Read<'referrals'>> =>
    (await person.get(`/api/referrals/${id}`)).body
  /** The one referral that a referrer has. */
  const only = async (ReferrerId: number): Promise<Read<'referrals'>> => {
    const [row, ...more] = await referralsOf(ReferrerId)
    if (more.length > 0) throw new Error(`${more.length + 1} referrals`)
    return read(Number(row?.ReferralId))
  }
  const put = (id: number, body: Json, person = admin()) => person.put(`/api/referrals/${id}`, body)
  const pay = async (sale: Read<'sales'>): Promise<void> => {
    const { body } = await admin().get<{ Outstanding: number }>(`/api/sales/${sale.SaleId}`)
    const answer = await admin().put(`/api/sales/${sale.SaleId}`, {
      Invoice: { Transactions: [{ PaymentModeId: mode.cash, Amount: body.Outstanding }] },
    })
    if (answer.status !== 200) throw new Error(answer.text)
  }
  /** Puts every scheme of lab 2 in effect for as long back as a test sells. */
  const begin = () => setRows(app(), 'referral_schemes', { SellerId: 2 }, { EffectiveFromDate: '2020-01-01' })
  return { aReferrer, sold, referralsOf, read, only, put, pay, begin }
}
