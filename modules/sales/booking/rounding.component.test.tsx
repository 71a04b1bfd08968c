// The rounding of a bill on screen: a line of its own, in the net amount that the counter asks for.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network, setNetwork } from '../../../core/network.ts'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { addProducts } from './products.fixture.tsx'

const { roundBills } = network
afterEach(() => {
  setNetwork({ roundBills })
  leave()
})
const cbc = { ProductId: 3001, Code: 'P001', Name: 'Blood Count', IsLocalProduct: false }
const totals = (): string => page.getByRole('region', { name: 'Totals' }).element().textContent

test.each([
  [true, /Rounding-0\.40.*Net Amount₹350\.00.*Outstanding350\.00/],
  [false, /^(?!.*Rounding).*Net Amount₹350\.40.*Outstanding350\.40/],
])('rounded %s: what is asked for is the net amount', async (isRounded, shown) => {
  await open('/sales', { session: somebody('BusinessManager') })
  setNetwork({ roundBills: isRounded })
  answerSome(({ url }) => (url.pathname === '/api/getdata/101' ? [{ ...cbc, Price: 350.4 }] : undefined))
  await addProducts('P001')
  await expect.poll(totals).toMatch(shown)
})
