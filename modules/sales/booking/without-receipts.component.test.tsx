// Saving an unpaid bill: a question where the patient pays at the counter, and nowhere else.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType } from '../../lists/items.model.ts'
import { answerSome, type Tried } from '../../../web/screen/no-server.fixture.ts'
import { addProducts } from './products.fixture.tsx'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { control, fill, leave, open, pick, save } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const clients = [
  { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient },
  { ClientId: 101, Name: 'Dr Sawant', ClientTypeId: clientType.Doctor },
  { ClientId: 12, Name: 'Hadapsar Centre', ClientTypeId: clientType.CollectionCentre },
  { ClientId: 21, Name: 'Sunrise Hospital', ClientTypeId: clientType.Institution },
]
const cbc = { ProductId: 3001, Code: 'P001', Name: 'Blood Count', IsLocalProduct: false, Price: 350, Discount: 0 }
const question = page.getByText('Are you sure that you want to save a walk-in sale with no receipts ?', { exact: true })
const posts = (calls: readonly Tried[]) =>
  calls.filter(({ method, url }) => method === 'POST' && url.pathname === '/api/sales/').map(({ body }) => body)

/** A bill of one product, complete except for receipts. */
const bill = async (): Promise<readonly Tried[]> => {
  await open('/sales', { session: somebody() })
  const calls = answerSome(({ method, url }) => {
    if (method === 'POST') return { SaleId: 7, message: 'Sale 7 is saved' }
    if (/^\/api\/getdata\/10[01]$/.test(url.pathname)) return [cbc]
    const named = (url.searchParams.get('Name') ?? '').toLowerCase()
    if (/^\/api\/(getdata\/20\d|clients)$/.test(url.pathname))
      return clients.filter(({ Name }) => Name.toLowerCase().includes(named))
    return undefined
  })
  await pick('PatientId', 'Patient', 'Asha Rao')
  await expect.poll(() => control('BuyerId').value).toBe('Asha Rao')
  await pick('ReferringDoctorId', 'Doctor', 'Dr Sawant')
  await fill('LRN', '4711')
  return calls
}
test('OPS-228 a walk-in sale asks first: no request is sent before Yes', async () => {
  const calls = await bill()
  await addProducts('P001')
  await save()
  await expect.element(question).toBeVisible()
  expect(posts(calls)).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Yes', exact: true }))
  await expect.poll(() => posts(calls)).toMatchObject([{ PatientId: 5, BuyerId: 5 }])
})

test.each([
  ['Hadapsar Centre', 12],
  ['Sunrise Hospital', 21],
])('OPS-230 billed to %s it is saved without a question', async (name, BuyerId) => {
  const calls = await bill()
  await pick('BuyerId', 'Buyer', name)
  await addProducts('P001')
  await save()
  await expect.poll(() => posts(calls)).toMatchObject([{ PatientId: 5, BuyerId }])
  expect(question.elements()).toEqual([])
})
