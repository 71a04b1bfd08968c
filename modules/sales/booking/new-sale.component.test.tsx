// A new sale on screen: its fields and grids, what it needs, what is locked, dates as they are typed, keys in its grid.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType } from '../../lists/items.model.ts'
import { sent } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import {
  box,
  control,
  errorAt,
  field,
  focused,
  headsOf,
  leave,
  open,
  picked,
  save,
} from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const desk = somebody()
const manager = somebody('BusinessManager')
const begin = (session = desk) => open('/sales', { session })
const firstHead = () => page.getByRole('grid', { name: 'Products' }).getByRole('columnheader').first()
const product = page.getByRole('dialog', { name: 'Product' })

test('OPS-060 OPS-061 OPS-062 OPS-063 it has its ten fields, products of 350 and receipts of 150, with their columns', async () => {
  await begin()
  const labels = [...page.getByRole('region', { name: 'Sale' }).element().querySelectorAll('[data-field] label')]
  expect(labels.map((label) => label.textContent.replace(/\s*\*$/, ''))).toEqual([
    'Patient',
    'Doctor',
    'Seller',
    'Buyer',
    'Referrer',
    'LRN',
    'Remarks',
    'Sale Date',
    'Collection Date',
    'Report Date',
  ])
  for (const [name, height] of [
    ['Products', 350],
    ['Receipts', 150],
  ] as const)
    expect([
      name,
      Math.round(page.getByRole('region', { name, exact: true }).element().getBoundingClientRect().height),
    ]).toEqual([name, height])
  expect(headsOf('Products')).toEqual([
    'Code',
    'Name',
    'Price',
    'Discount %',
    'Commission %',
    'Amount',
    'LRN',
    'Remarks',
    'Status',
  ])
  expect(headsOf('Receipts')).toEqual(['Date', 'Mode', 'Amount', 'Reference', 'Remarks'])
})

test('OPS-211 OPS-212 OPS-213 OPS-214 OPS-218 OPS-219 OPS-220 required fields are marked, and no request is sent without them', async () => {
  await begin(manager)
  for (const [name, text] of [
    ['PatientId', 'Patient is required'],
    ['ReferringDoctorId', 'Doctor is required'],
    ['SellerId', 'Seller is required'],
    ['BuyerId', 'Buyer is required'],
    ['SaleDate', 'Sale Date is required'],
    ['CollectionDate', 'Collection Date is required'],
    ['ReportDate', 'Report Date is required'],
  ] as const) {
    await userEvent.clear(box(name))
    await userEvent.keyboard('{Tab}')
    await save()
    await expect.poll(() => [name, errorAt(name)]).toEqual([name, text])
    expect([name, control(name).getAttribute('aria-invalid')]).toEqual([name, 'true'])
  }
  expect(sent()).toEqual([])
})

const isLocked = (name: string): boolean => control(name).readOnly || control(name).disabled
test('FND-322 above role 2 the sale date is locked, up to role 2 not; a referrer waits for a walk-in patient', async () => {
  for (const [session, isOpen] of [
    [somebody('Pathologist'), false],
    [desk, false],
    [manager, true],
  ] as const) {
    await begin(session)
    expect([isLocked('SaleDate'), isLocked('ReferrerId')]).toEqual([!isOpen, true])
  }
})

test('the counter chooses the referrer of a walk-in by a key; Tab passes it', async () => {
  const patient = { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient }
  const query = { ClientTypeId: '12', ParentId: desk.User.EmployerId, Name: '', limit: 100 }
  await open('/sales', { session: desk, read: [picked('/api/getdata/200', query, [patient])] })
  await userEvent.click(box('PatientId'))
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByRole('dialog', { name: 'Patient' }).getByText('Asha Rao')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => isLocked('ReferrerId')).toBe(false)
  await userEvent.click(box('BuyerId'))
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(control('LRN'))
  await userEvent.keyboard('{Alt>}r{/Alt}')
  expect(document.activeElement).toBe(control('ReferrerId'))
})

test('a user who may not add one sees why instead of an empty form', async () => {
  await open('/sales', { session: somebody('Logistics', 'lab', { without: ['sales create'] }) })
  await expect.element(page.getByRole('alert').getByText('Your role may not add here.', { exact: false })).toBeVisible()
  expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([])
})

describe('dates', () => {
  test('a text that is no date is kept as typed and refused', async () => {
    await begin()
    for (const text of ['55', '31-2-2026']) {
      await userEvent.fill(box('CollectionDate'), text)
      await userEvent.keyboard('{Tab}')
      expect(control('CollectionDate').value).toBe(text)
    }
    await save()
    await expect.poll(() => errorAt('CollectionDate')).toBe('Collection Date is not a valid date')
  })
  test('a collection date takes a day as it is typed, keeps its time, and moves by a day with up and down', async () => {
    await begin(manager)
    const type = async (text: string, read: string) => {
      await userEvent.fill(box('CollectionDate'), text)
      await userEvent.keyboard('{Tab}')
      await expect.poll(() => control('CollectionDate').value).toBe(read)
    }
    await type('05-11-2026 09:45', '05-Nov-2026 09:45 AM')
    await type('041126', '04-Nov-2026 09:45 AM')
    await type('3/11/2026', '03-Nov-2026 09:45 AM')
    await type('07112026', '07-Nov-2026 09:45 AM')
    await userEvent.click(box('CollectionDate'))
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => control('CollectionDate').value).toBe('06-Nov-2026 09:45 AM')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.poll(() => control('CollectionDate').value).toBe('08-Nov-2026 09:45 AM')
    expect(focused()).toBe('CollectionDate')
  })
  test.each([
    ['OPS-165', '05-03-2022 15:59', '05-Mar-2022 03:59 PM', '05-Mar-2022 06:00 PM'],
    ['OPS-166', '05-03-2022 16:00', '05-Mar-2022 04:00 PM', '06-Mar-2022 06:00 PM'],
    ['OPS-323', '05-03-2022 14:30', '05-Mar-2022 02:30 PM', '05-Mar-2022 06:00 PM'],
    ['FND-445', '28-02-2022 23:59', '28-Feb-2022 11:59 PM', '01-Mar-2022 06:00 PM'],
  ])('%s sold at %s, which reads %s: the report is due %s', async (_id, typed, sold, due) => {
    await begin(manager)
    await userEvent.fill(box('SaleDate'), typed)
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => control('SaleDate').value).toBe(sold)
    await expect.poll(() => control('ReportDate').value).toBe(due)
  })
})

describe('keys in its products', () => {
  test('the question mark shows all keys and picks no product', async () => {
    await begin()
    firstHead().element().focus()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    expect(product.elements()).toEqual([])
  })
  test('a code typed right after Tab into the grid is whole in its picker', async () => {
    await begin()
    const head = firstHead().element()
    // from the last field before it, as hands do
    const fields = [...document.querySelectorAll<HTMLElement>('.detail input:not(:disabled, [tabindex="-1"])')]
    fields.findLast((one) => (one.compareDocumentPosition(head) & Node.DOCUMENT_POSITION_FOLLOWING) > 0)?.focus()
    await userEvent.keyboard('{Tab}P001')
    await expect.element(product.getByRole('combobox')).toHaveValue('P001')
  })
  test('the grid is ready for the first key the moment it gets the focus', async () => {
    await begin()
    // no rendering between the focus and the key
    firstHead().element().focus()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'P', bubbles: true, cancelable: true }))
    await userEvent.keyboard('001')
    await expect.element(product.getByRole('combobox')).toHaveValue('P001')
  })
  test('the ring of a cell lies inside it, where no neighbour covers it', async () => {
    await begin()
    firstHead().element().focus()
    await userEvent.keyboard('{Shift}')
    await expect.poll(() => getComputedStyle(document.activeElement ?? document.body).outlineOffset).toBe('-2px')
  })
})

test('the outstanding amount remains on the screen while notes and errors show', async () => {
  await begin()
  await save()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await userEvent.fill(box('LRN'), 'x')
  expect(page.getByRole('region', { name: 'Totals' }).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  expect(field('LRN')).not.toBeNull()
})
