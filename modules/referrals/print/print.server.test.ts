// The printed statement of a referral: read as text.
import { beforeAll, expect, test } from 'vitest'
import { amountInWords } from '../../../core/amount-in-words.ts'
import { dayOf, formatDate, formatMonth } from '../../../core/dates.ts'
import { formatMoney } from '../../../core/money.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { referring } from '../referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, only, pay, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())

const print = async (referral: Json, person: Person = admin) => {
  const [template] = (await admin.get<Json[]>('/api/getdata/41?Module=referrals')).body
  return person.post('/api/print/referrals/', {
    templateId: template?.['TemplateId'],
    formId: referral['ReferralId'],
    device: 'screen',
  })
}
const textOf = async (referral: Json): Promise<string> => {
  const { location } = (await print(referral)).body as { location: string }
  return (await pdfPages((await admin.get(location)).bytes)).join('\n').replace(/\s+/g, ' ')
}

test('a referral is printed with the creditor, each line, the unpaid sales, and the sum in words', async () => {
  const ReferrerId = await aReferrer()
  const [paid, due] = [await sold(ReferrerId), await sold(ReferrerId)]
  await pay(paid)
  const referral = await only(ReferrerId)
  const text = await textOf(referral)
  const total = Number(referral['TotalAmount'])
  const lines = referral['SaleProducts'] as Json[]
  for (const part of [
    'REFERRAL STATEMENT',
    String(referral['Referrer'].Name),
    `Referral ${String(referral['ReferralId'])}`,
    formatMonth(dayOf(new Date())),
    formatDate(dayOf(new Date())),
    'Open (accruing)',
    formatMoney(total),
    amountInWords(total),
    ...lines.flatMap((line) => [String(line['Product'].Name), formatMoney(Number(line['Commission']))]),
  ])
    expect(text).toContain(part)
  expect(text.match(/NOT PAID/g)).toHaveLength((due['SaleProducts'] as Json[]).length)
})

test('a user who sees the referral and may print prints it, and no one else', async () => {
  const ReferrerId = await aReferrer()
  await sold(ReferrerId)
  const referral = await only(ReferrerId)
  expect((await print(referral, await signedIn(app, 'accounts', 7, 2))).status).toBe(200)
  expect((await print(referral, await signedIn(app, 'referrer', 14, 141))).status).toBe(404)
  expect((await print(referral, await signedIn(app, 'technologist', 4, 2))).status).toBe(403)
})
