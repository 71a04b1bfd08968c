// Lines of a supplier's bill out of its file: matched with work that was sent, reported word for word, saved as by hand.
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../server/testing/app.ts'
import { csvSent } from '../../server/testing/files.fixture.ts'
import { networkOpened } from '../../server/testing/network.ts'
import { countRows, readRow, setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { aBill, aSentTest, enter, entered, outside, type Sent } from './purchasebills.fixture.ts'

const { app, accounts, front, desk } = networkOpened(() => testApp({ jobs: true }), 'accounts', 'front', 'desk')
const send = (csv: string, person: Person = accounts) =>
  csvSent<Read<'purchasebills'>['Lines'][0]>(person, '/api/import/purchasebills', csv)
const read = async (csv: string, person?: Person) => {
  const { status, body } = await send(csv, person)
  expect(status).toBe(200)
  return { Lines: body.Lines, Errors: body.Errors }
}
let works: readonly (Sent & { readonly text: string })[] = []
beforeAll(async () => {
  for (let at = 0; at < 2; at += 1) {
    const work = await aSentTest(app, front)
    const line = await readRow<{ Text: string }>(
      app,
      'work_sent_outside',
      { SaleProductId: work.SaleProductId },
      "sale_id || '/' || code as text",
    )
    works = [...works, { ...work, text: line.Text }]
  }
})
const errorsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
]

test('lines are matched with work that was sent, beside what was agreed; no bill is kept until it is saved', async () => {
  const [one, two] = works
  const bills = await countRows(app, 'purchase_bills', { SupplierId: outside })
  const { Lines, Errors } = await read(
    `Work,Name,Amount\r\n${one?.text.toLowerCase()},as they name it,${one?.Amount}\r\n${two?.text},,7.5\r\n`,
  )
  expect(Errors).toEqual([])
  expect(Lines).toEqual([
    expect.objectContaining({ SaleProductId: one?.SaleProductId, Amount: one?.Amount, Agreed: one?.Amount }),
    expect.objectContaining({ SaleProductId: two?.SaleProductId, Amount: 7.5, Agreed: two?.Amount }),
  ])
  expect(Lines[0].Description).toContain('sale ')
  expect(await countRows(app, 'purchase_bills', { SupplierId: outside })).toBe(bills)
})

test('work that nobody sent, three decimals, a sum below zero, a line twice, a short line: reported word for word', async () => {
  const [one, two] = works
  const { Lines, Errors } = await read(
    [`${one?.text},x,10.005`, '1/NOPE,x,5', `${two?.text},x,-1`, `${two?.text},x,5`, `${two?.text},x,6`, 'a,b'].join(
      '\n',
    ),
  )
  expect(Lines.map((line) => line.SaleProductId)).toEqual([two?.SaleProductId])
  expect(Errors).toEqual([
    expect.stringMatching(/decimal.*: \d+\/\w+,x,10\.005$/),
    'This work was not sent: 1/NOPE,x,5',
    expect.stringMatching(/between 0 and .*,x,-1$/),
    `Duplicate of an earlier line: ${two?.text},x,6`,
    'Error reading: a,b',
  ])
})

test('a cell as long as a file, full of strokes, is refused with its line; the others are read', async () => {
  const [, two] = works
  const long = 'a/'.repeat(100_000)
  const asked = await send(`${long},x,5\n${two?.text},x,6`)
  expect(asked.status).toBe(202)
  const run = async () => (await accounts.get(`/api/jobs/${asked.body.JobRunId}`)).body
  await expect.poll(async () => (await run()).State, { timeout: 20_000, interval: 100 }).toBe('done')
  expect(await run()).toMatchObject({
    Errors: [`This work was not sent: ${long},x,5`],
    Result: { Rows: [{ SaleProductId: two?.SaleProductId, Amount: 6 }] },
  })
})

test('work is named by the barcode of its tube, too; a name of the work of two sales is refused with its line', async () => {
  const [one, two] = works
  const code = one?.text.split('/')[1] ?? ''
  const barcode = await valueOf<string>(app, 'samples', { SaleId: one?.SaleId }, 'barcode')
  const { Lines, Errors } = await read(`${barcode.toLowerCase()}/${code},x,${one?.Amount}\nX${barcode}/${code},x,5`)
  expect(Lines).toEqual([expect.objectContaining({ SaleProductId: one?.SaleProductId, Agreed: one?.Amount })])
  expect(Errors).toEqual([`This work was not sent: X${barcode}/${code},x,5`])
  // a tube that is labelled with the number of another sale
  const number = two?.text.split('/')[0] ?? ''
  await setRows(app, 'samples', { Barcode: barcode }, { Barcode: number })
  const both = await read(`${two?.text},x,${two?.Amount}\n${one?.text},x,${one?.Amount}`)
  expect(both.Lines.map((line) => line.SaleProductId)).toEqual([one?.SaleProductId])
  expect(both.Errors).toEqual([
    'This names the work of several sales. Name it by its sale and the code of the product, or choose it by hand: ' +
      `${two?.text},x,${two?.Amount}`,
  ])
  await setRows(app, 'samples', { Barcode: number }, { Barcode: barcode })
})

test('the bill of a file is refused as one by hand: a total that does not add up, its number twice, billed work', async () => {
  const [one, two] = works
  const { Lines } = await read(`${one?.text},x,${one?.Amount}`)
  const wrong = await enter(accounts, aBill(Lines, { TotalAmount: Number(one?.Amount) + 1 }))
  expect(errorsOf(wrong)).toEqual([400, ['TotalAmount']])
  await entered(accounts, aBill(Lines, { BillNo: 'FILE/1' }))
  const again = await read(`${one?.text},x,${one?.Amount}\n${two?.text},x,${two?.Amount}`)
  expect(again.Errors).toEqual([expect.stringMatching(/^This work is on a bill already: /)])
  expect(errorsOf(await enter(accounts, aBill(again.Lines, { BillNo: 'file/1' })))).toEqual([400, ['BillNo']])
  // of two sales with one name it is not that of the other patient because one of them is billed
  const [number = ''] = one?.text.split('/') ?? []
  const barcode = await valueOf<string>(app, 'samples', { SaleId: two?.SaleId }, 'barcode')
  await setRows(app, 'samples', { Barcode: barcode }, { Barcode: number })
  const both = await read(`${one?.text},x,5`)
  expect([both.Lines, both.Errors]).toEqual([[], [expect.stringMatching(/^This names the work of several sales/)]])
  await setRows(app, 'samples', { Barcode: number }, { Barcode: barcode })
})

test('another laboratory finds no work of this one, and cannot be charged for it; the desk imports none', async () => {
  const [, two] = works
  const nashik = await signedIn(app, 'manager', 2, 3)
  expect((await read(`${two?.text},x,5`, nashik)).Lines).toEqual([])
  const { Lines } = await read(`${two?.text},x,${two?.Amount}`)
  expect((await enter(nashik, aBill(Lines, { BuyerId: 3 }))).status).toBe(404)
  expect((await send('a,b,1', desk)).status).toBe(403)
})
