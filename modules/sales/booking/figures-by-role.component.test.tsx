// Which figures of a bill a role may type, on screen: those of its lines and the additional discount.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { roles } from '../../../core/user.ts'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { control, leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { addProducts } from './products.fixture.tsx'

afterEach(leave)
const cbc = { ProductId: 3001, Code: 'P001', Name: 'Blood Count', IsLocalProduct: false }
const columns = ['Price', 'Discount %', 'Commission %']

test.each(Object.entries(roles).map(([name, { id }]) => [name as keyof typeof roles, id] as const))(
  'OPS-251 OPS-252 OPS-255 %s, role id %i: price, commission and additional discount are open up to 2, the discount of a line to all',
  async (name, id) => {
    await open('/sales', { session: somebody(name) })
    answerSome(({ url }) =>
      url.pathname === '/api/getdata/101' ? [{ ...cbc, Price: 350, Discount: 10, Commission: 8 }] : undefined,
    )
    await addProducts('P001')
    const grid = page.getByRole('grid', { name: 'Products' })
    const heads = grid
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent.trim())
    const cells = grid.getByRole('row').nth(1).getByRole('gridcell').elements()
    const isOpen = columns.map((title) => cells[heads.indexOf(title)]?.getAttribute('aria-readonly') !== 'true')
    const { readOnly, disabled } = control('AddlDiscount')
    const isManager = id <= 2
    expect([...isOpen, !(readOnly || disabled)]).toEqual([isManager, true, isManager, isManager])
  },
)
