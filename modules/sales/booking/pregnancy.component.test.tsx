// Pregnancy and its weeks in the header of a sale: only of a patient who may be pregnant, and reached by its key.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { gender } from '../../lists/items.model.ts'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const line = (ProductId: number) => ({
  SaleProductId: ProductId,
  ProductId,
  Product: { ProductId, Code: 'P', Name: 'Panel', IsLocalProduct: false },
  Price: 100,
  Amount: 100,
  StatusId: 101,
})
const asked: Readonly<Record<string, readonly string[]>> = {
  '3001,3107': ['CyclePhase'],
  '3002,3107': ['CyclePhase', 'Treatment'],
}
const at = async (
  address: string,
  GenderId: number,
  BirthDate: string,
  Pregnancy: string | null = null,
  more: object = {},
) => {
  const sale = {
    SaleId: 7,
    RowVersion: 1,
    StatusId: 92,
    ReportOut: false,
    LegInvoiced: false,
    WorkEntered: false,
    ...{ SaleDate: '2026-11-20T05:00:00.000Z', CollectionDate: '2026-11-20T05:00:00.000Z' },
    PatientId: 5,
    Patient: { ClientId: 5, Name: 'Asha Rao', GenderId, BirthDate },
    BuyerId: 5,
    Pregnancy,
    Invoice: null,
    SaleProducts: [],
    Samples: [],
    Actions: { update: true },
    ...more,
  }
  await open(address, { session: somebody('FrontDesk'), read: [['/api/sales/7', {}, sale]] })
  answerSome(
    ({ url }) =>
      ({
        '/api/locks/': {},
        '/api/sales/7': sale,
        '/api/getdata/200': [{ ClientId: 6, Name: 'Meera Rao', GenderId, BirthDate, ClientTypeId: 12 }],
        '/api/asks/products': { Asks: asked[url.searchParams.get('ProductIds') ?? ''] ?? [] },
      })[url.pathname],
  )
}
const edit = async (
  ...of: readonly [GenderId: number, BirthDate: string, Pregnancy?: string | null, more?: object]
) => {
  await at('/sales?SaleId=7', ...of)
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await userEvent.keyboard('{Alt>}e{/Alt}')
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
}
const field = page.getByLabelText('Pregnancy', { exact: true })

test('of a woman of 30 it is reached by its key; Tab passes it', async () => {
  await edit(gender.Female, '1996-05-01')
  await expect.element(field).toBeVisible()
  expect(field.element()).toHaveProperty('tabIndex', -1)
  await userEvent.keyboard('{Alt>}y{/Alt}')
  await expect.poll(() => document.activeElement === field.element()).toBe(true)
})

const weeks = page.getByLabelText('Weeks Pregnant', { exact: true })
test('the weeks are asked where she is pregnant, the next field by Tab; otherwise they are emptied', async () => {
  await edit(gender.Female, '1996-05-01')
  await expect.element(field).toBeVisible()
  expect(weeks.elements()).toEqual([])
  await field.selectOptions('yes')
  await expect.element(weeks).toBeVisible()
  field.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => document.activeElement === weeks.element()).toBe(true)
  await userEvent.keyboard('46')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(page.getByRole('button', { name: 'Weeks of pregnancy must be between 1 and 45' })).toBeVisible()
  await field.selectOptions('no')
  await expect.poll(() => weeks.elements()).toEqual([])
})

test('stated weeks say their day', async () => {
  await edit(gender.Female, '1996-05-01', 'yes', { PregnancyWeeks: 20, PregnancyWeeksOn: '2026-11-05' })
  await expect.element(weeks).toHaveValue('20')
  const [on, ofDraw] = [page.getByText('On 05-Nov-2026'), page.getByText('Completed, at the collection')]
  await expect.element(on).toBeVisible()
  // stated again, they are for the draw
  await weeks.fill('21')
  await expect.element(ofDraw).toBeVisible()
  expect(on.elements()).toEqual([])
  await weeks.fill('20')
  await expect.element(on).toBeVisible()
  // the same of another patient are, too
  page.getByRole('combobox', { name: 'Patient' }).element().focus()
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByRole('dialog', { name: 'Patient' }).getByText('Meera Rao')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await field.selectOptions('yes')
  await weeks.fill('20')
  await expect.element(ofDraw).toBeVisible()
  expect(on.elements()).toEqual([])
})

test.each([
  ['a man', gender.Male, '1996-05-01'],
  ['a child of 5', gender.Female, '2021-05-01'],
  ['a woman of 70', gender.Female, '1956-05-01'],
] as const)('of %s it is not asked', async (_who, GenderId, BirthDate) => {
  await edit(GenderId, BirthDate)
  await expect.element(page.getByRole('textbox', { name: 'LRN' })).toBeVisible()
  expect(field.elements()).toEqual([])
})

test('fasting, phase and treatment are asked only where a product on the bill needs them, or where they are stated', async () => {
  const names = ['Fasting Hours', 'Cycle Phase', 'Treatment'] as const
  const shown = () => names.filter((name) => page.getByLabelText(name, { exact: true }).elements().length > 0)
  await edit(gender.Female, '1996-05-01')
  await expect.element(field).toBeVisible()
  expect(shown()).toEqual([])
  await edit(gender.Female, '1996-05-01', null, { SaleProducts: [line(3107), line(3001)] })
  await expect.poll(shown).toEqual(['Cycle Phase'])
  await edit(gender.Female, '1996-05-01', null, { Treatment: 'yes' })
  await expect.poll(shown).toEqual(['Treatment'])
  // sex and age tell that there is no cycle, or that it is over
  const SaleProducts = [line(3107), line(3002)]
  await edit(gender.Male, '1996-05-01', null, { SaleProducts })
  await expect.poll(shown).toEqual(['Treatment'])
  await edit(gender.Female, '1956-05-01', null, { SaleProducts })
  await expect.poll(shown).toEqual(['Treatment'])
  await edit(gender.Male, '1996-05-01', null, { SaleProducts, CyclePhase: 'luteal' })
  await expect.poll(shown).toEqual(['Cycle Phase', 'Treatment'])
})

test('a copy of a sale states nothing of the next draw', async () => {
  const stated = { PregnancyWeeks: 20, PregnancyWeeksOn: '2026-11-20', FastingHours: 10, Treatment: 'yes' }
  await at('/sales?SaleId=7&clone=true', gender.Female, '1996-05-01', 'yes', stated)
  await expect.element(field).toHaveValue('')
  const names = ['Weeks Pregnant', 'Fasting Hours', 'Treatment']
  expect(names.flatMap((name) => page.getByLabelText(name, { exact: true }).elements())).toEqual([])
})

test('what is stated shows for any patient', async () => {
  await edit(gender.Male, '1996-05-01', 'no')
  await expect.element(field).toBeVisible()
})
