// The lines of a purchase bill out of a file: the good ones fill the grid, each bad one is shown with its line.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const work = (SaleProductId: number, Amount: number, Agreed: number) => ({
  SaleProductId,
  Description: `P015 Anti-CCP, Asha Kale, sale ${SaleProductId}`,
  SaleId: SaleProductId,
  Amount,
  Agreed,
})
const good = [work(71, 300, 300), work(72, 340, 300)]
const bad = ['This work was not sent: 1/NOPE,x,5', 'This names the work of several sales: 73/P015,x,300']
const csv = '71/P015,x,300\n72/P015,x,340\n1/NOPE,x,5\n73/P015,x,300\n'
const grid = page.getByRole('grid', { name: 'Lines' })
const errors = page.getByRole('region', { name: 'Import Errors' })
const begin = async (answers: readonly unknown[]) => {
  await open('/purchasebills', { session: somebody('Accounts') })
  const left = [...answers]
  return answerSome(({ url: { pathname } }) => (pathname === '/api/import/purchasebills' ? left.shift() : undefined))
}
/** Sends a file from the button on, by keys alone but for the choice of the file. */
const send = async (text = csv) => {
  page.getByRole('button', { name: 'Import' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.upload(page.getByLabelText('Csv file'), new File([text], 'bill.csv', { type: 'text/csv' }))
  page.getByLabelText('Csv file').element().focus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
}

test('a good file fills the lines, theirs beside ours, and the figures follow', async () => {
  const calls = await begin([{ message: '', Lines: good, Errors: [] }])
  await send()
  await expect.element(grid.getByText(/sale 71$/)).toBeVisible()
  await expect.element(page.getByText('Imported 2 lines')).toBeVisible()
  await expect.element(grid.getByRole('row', { name: /sale 72.*300\.00.*340\.00.*40\.00/ })).toBeVisible()
  await expect.element(page.getByText('₹40.00 more')).toBeVisible()
  expect(errors.elements()).toEqual([])
  expect(calls.map(({ body }) => body)).toContain(csv)
})

test('of a file with faults each is shown with its line; a corrected one takes them away and repeats no line', async () => {
  await begin([
    { message: '', Lines: good, Errors: bad },
    { message: '', Lines: [...good, work(73, 300, 300)], Errors: [] },
  ])
  await send()
  await expect
    .poll(() =>
      errors
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(bad)
  await expect.element(grid.getByText(/sale 72$/)).toBeVisible()
  await expect.element(page.getByText('Imported 2 lines, 2 could not be read: see Import Errors')).toBeVisible()
  await send('71/P015,x,300\n72/P015,x,340\n74/P015,x,300\n')
  await expect.element(grid.getByText(/sale 73$/)).toBeVisible()
  expect(errors.elements()).toEqual([])
  expect(grid.getByText(/sale 7[123]$/).elements()).toHaveLength(3)
})

test('a file that is no csv is not sent, and what the server refuses stays in the dialog', async () => {
  const refused = Response.json({ message: 'A file can have 5000 lines at most' }, { status: 422 })
  const calls = await begin([refused])
  page.getByRole('button', { name: 'Import' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await userEvent.upload(page.getByLabelText('Csv file'), new File(['x'], 'bill.pdf'))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose a .csv file')
  await userEvent.keyboard('{Escape}')
  await send()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A file can have 5000 lines at most')
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
