// The header of a sale under edit: which of its fields a report locks, for an administrator too, and where it is sent.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType } from '../../lists/items.model.ts'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { box, control, leave, open, save } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const line = {
  SaleProductId: 1,
  ProductId: 3001,
  Product: { Code: 'P001', Name: 'Blood Count' },
  Price: 350,
  OriginalPrice: 350,
  DiscountPercent: 0,
  OriginalDiscountPercent: 0,
  Amount: 350,
  StatusId: 104,
}
const sale = (StatusId: number) => ({
  SaleId: 7,
  RowVersion: 1,
  StatusId,
  ReportOut: false,
  LegInvoiced: false,
  WorkEntered: false,
  SaleDate: '2026-11-20T05:00:00.000Z',
  CollectionDate: '2026-11-20T05:00:00.000Z',
  ReportDate: '2026-11-20T12:30:00.000Z',
  PatientId: 5,
  Patient: { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient },
  ReferringDoctorId: 101,
  Doctor: { ClientId: 101, Name: 'Dr Sawant', CanRefer: false },
  SellerId: 2,
  Seller: { ClientId: 2, Name: 'Central Laboratory' },
  BuyerId: 5,
  Buyer: { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient },
  ReferrerId: null,
  Referrer: null,
  LRN: '4711',
  BaseSaleId: null,
  Invoice: null,
  SaleProducts: [line],
  Samples: [],
  Actions: { update: true },
})
const header = ['PatientId', 'ReferringDoctorId', 'BuyerId', 'SaleDate', 'CollectionDate', 'LRN', 'ReportDate']

/** Opens the sale in edit; the calls it makes are kept. */
const edit = async (status: number) => {
  await open('/sales?SaleId=7', {
    session: somebody('Administrator'),
    read: [['/api/sales/7', {}, sale(status)]],
  })
  const calls = answerSome(({ method, url }) => {
    if (url.pathname === '/api/locks/') return {}
    if (url.pathname !== '/api/sales/7') return undefined
    return method === 'PUT' ? { message: 'Sale 7 is saved', SaleId: 7 } : sale(status)
  })
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await userEvent.keyboard('{Alt>}e{/Alt}')
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  return calls
}

test.each([
  [95, false],
  [99, true],
])(
  'OPS-149 of a sale at %i patient, doctor, buyer, dates, LRN and report date are closed: %s',
  async (status, closed) => {
    await edit(status)
    for (const name of header) {
      const { readOnly, disabled } = control(name)
      expect([name, readOnly || disabled]).toEqual([name, closed])
    }
  },
)

test('OPS-281 a changed sale is sent to its own address', async () => {
  const calls = await edit(95)
  await userEvent.fill(box('Remarks'), 'Fasting')
  await save()
  await userEvent.click(page.getByRole('button', { name: 'Yes', exact: true }))
  const sent = () => calls.filter(({ url }) => url.pathname.startsWith('/api/sales'))
  await expect
    .poll(() => sent().find(({ method }) => method !== 'GET'))
    .toMatchObject({ method: 'PUT', url: { pathname: '/api/sales/7' }, body: { Remarks: 'Fasting', RowVersion: 1 } })
})
