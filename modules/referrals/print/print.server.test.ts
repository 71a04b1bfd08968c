// The printed statement of a referral: read as text.
import { beforeAll, expect, test } from 'vitest'
import { amountInWords } from '../../../core/amount-in-words.ts'
import { dayOf, formatDate, formatMonth } from '../../../core/dates.ts'
import { formatMoney } from '../../../core/money.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { byBank } from '../../transactions/by-bank.fixture.ts'
import { referring } from '../referrals.fixture.ts'

const { app, labAdmin: admin, accounts, salesManager } = networkForTests('labAdmin', 'accounts', 'salesManager')
const { aReferrer, sold, only, pay, put, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())

const print = async (referral: Read<'referrals'>, person: Person = admin, more: Json = {}) => {
  const [template] = (await admin.get('/api/getdata/41?Module=referrals')).body
  return person.post('/api/print/referrals/', {
    templateId: template?.TemplateId,
    formId: referral.ReferralId,
    device: 'screen',
    ...more,
  })
}
const textOf = async (referral: Read<'referrals'>, more: Json = {}): Promise<string> => {
  const { location } = (await print(referral, admin, more)).body
  return (await pdfPages((await admin.get(location)).bytes)).join('\n').replace(/\s+/g, ' ')
}

test('a referral is printed with the creditor, each line, the unpaid sales, and the sum in words', async () => {
  const ReferrerId = await aReferrer()
  const [paid, due] = [await sold(ReferrerId), await sold(ReferrerId)]
  await pay(paid)
  const referral = await only(ReferrerId)
  const text = await textOf(referral)
  const total = Number(referral.TotalAmount)
  const lines = referral.SaleProducts
  for (const part of [
    'REFERRAL STATEMENT',
    String(referral.Referrer.Name),
    `Referral ${String(referral.ReferralId)}`,
    formatMonth(dayOf(new Date())),
    formatDate(dayOf(new Date())),
    'Open (accruing)',
    formatMoney(total),
    amountInWords(total),
    ...lines.flatMap((line) => [String(line.Product.Name), formatMoney(Number(line.Commission))]),
  ])
    expect(text).toContain(part)
  expect(text.match(/NOT PAID/g)).toHaveLength(due.SaleProducts.length)
})

test('a user who sees the referral and may print prints it, and no one else', async () => {
  const ReferrerId = await aReferrer()
  await sold(ReferrerId)
  const referral = await only(ReferrerId)
  expect((await print(referral, await signedIn(app, 'accounts', 7, 2))).status).toBe(200)
  expect((await print(referral, await signedIn(app, 'referrer', 14, 141))).status).toBe(404)
  expect((await print(referral, await signedIn(app, 'technologist', 4, 2))).status).toBe(403)
})

test('the statement of a delivered commission is kept: the same bytes again, another version once it is paid', async () => {
  const ReferrerId = await aReferrer()
  await pay(await sold(ReferrerId))
  const referral = await only(ReferrerId)
  const id = Number(referral.ReferralId)
  const kept = () =>
    readRows(app, 'issued_papers', { Kind: 'commission', DocumentId: id }, 'version, paper_no', 'version')
  // it changes with its sales until then
  expect(await textOf(referral)).not.toContain('Original')
  expect([await kept(), (await print(referral, admin, { Version: 1 })).status]).toEqual([[], 404])
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(id, { StatusId, SalesManagerId: salesManager.userId })).status).toBe(200)
  const issued = await textOf(referral)
  expect(issued).toContain('Original for recipient')
  const name = String(referral.Referrer.Name)
  await setRows(app, 'clients', { ClientId: ReferrerId }, { Name: 'Dr Someone Else' })
  const again = await textOf(referral)
  expect([again.includes('DUPLICATE'), again.includes(name), again.includes('Someone Else')]).toEqual([
    true,
    true,
    false,
  ])
  expect((await accounts.put(`/api/pay/referrals/${id}`, byBank())).status).toBe(200)
  expect(await textOf(referral)).toContain('Version 2, replaces version 1')
  expect(await textOf(referral, { Version: 1 })).toContain('DUPLICATE of version 1, replaced by version 2')
  expect(await kept()).toEqual([
    { Version: 1, PaperNo: String(id) },
    { Version: 2, PaperNo: String(id) },
  ])
  const history = await accounts.get(`/api/actions?ModuleId=referrals&FormId=${id}`)
  expect(history.body.map((row) => row.Remarks)).toContain(`Commission ${id}, version 1: Original for recipient`)
})
