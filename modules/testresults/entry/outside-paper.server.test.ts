// The report of an outside lab on paper: of which tests it is, which results it opens, and which rest on it.
import { describe, expect, test } from 'vitest'
import { aPdf, kept, removed } from '../../../server/testing/files.fixture.ts'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Result, Rows } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { dispatched, party } from '../../shipments/shipments.fixture.ts'
import { outsideLab } from '../../testreports/chain.fixture.ts'
import { labForTests, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Released } = workItemStatus
const outsideRows = async (person: Person, sale: unknown): Promise<Rows<Result>> =>
  (await rowsOf(person, sale)).filter((row) => row.LabId === outsideLab)

describe('the paper of an outside lab is of the tests that it reports', () => {
  const bothOutside = async (): Promise<unknown> => {
    const sale = await accessioned(bench.desk, {
      PatientId: await aPatient(bench.desk),
      BuyerId: 21,
      products: [product.haemoglobinVariants, product.antiCcp],
    })
    const tubes = await readRows<{ Id: number }>(
      app,
      'samples',
      { SaleId: sale.SaleId, PerformingLabId: outsideLab },
      'sample_id as id',
    )
    await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: tubes.map(({ Id }) => Id) })
    return sale.SaleId
  }
  const partsOf = async (sale: unknown): Promise<{ Key: number; Name: string }[]> =>
    (
      await bench.technologist.get<{ Key: number; Name: string }[]>(
        `/api/testresults/${String(sale)}/files/parts?Kind=outside`,
      )
    ).body
  const paperOf = (sale: unknown, About: string, Name: string) =>
    kept(bench.technologist, `testresults/${String(sale)}`, aPdf(), { Kind: 'outside', Name, About })
  const enter = async (sale: unknown, test: number) => {
    const rows = await outsideRows(bench.technologist, sale)
    const WorkItems = rows
      .filter((row) => row.TestId === test && !row.Formula)
      .map((row) => ({ WorkItemId: row.WorkItemId, Result: '2' }))
    return bench.technologist.put('/api/testresults/', { SaleId: sale, WorkItems })
  }

  test('it opens the results of its tests alone, and of several tests it says of which it is', async () => {
    const sale = await bothOutside()
    const [one, other] = await partsOf(sale)
    if (!one || !other) throw new Error('There are not two tests')
    for (const About of ['', '999999', `${one.Key},999999`]) {
      const refused = await paperOf(sale, About, 'a.pdf')
      expect([About, refused.status, refused.body.errors]).toEqual([
        About,
        400,
        { About: ['Say of which tests it is'] },
      ])
    }
    expect((await paperOf(sale, String(one.Key), 'a.pdf')).status).toBe(201)
    expect((await enter(sale, other.Key)).body.code).toBe('no-paper')
    expect((await enter(sale, one.Key)).status).toBe(200)
    const papers = (await outsideRows(bench.technologist, sale)).map((row) => [row.TestId, row.HasPaper])
    expect(new Set(papers.map((pair) => JSON.stringify(pair)))).toEqual(
      new Set([JSON.stringify([one.Key, true]), JSON.stringify([other.Key, false])]),
    )
    expect((await paperOf(sale, `${one.Key},${other.Key}`, 'both.pdf')).status).toBe(201)
    expect((await enter(sale, other.Key)).status).toBe(200)
  })

  test('a sale without a test of an outside lab takes no such paper, and says what to do', async () => {
    const { SaleId } = await accessioned(bench.desk, { PatientId: await aPatient(bench.desk), BuyerId: 21 })
    const refused = await paperOf(SaleId, '', 'a.pdf')
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { Kind: ['There are no tests here for "Report of an outside lab". Choose another kind'] },
    ])
  })

  test('only the paper of a released test is kept for good; that of another one is removed', async () => {
    const sale = await bothOutside()
    const [one, other] = await partsOf(sale)
    const mine = (await paperOf(sale, String(one?.Key), 'mine.pdf')).body.KeptFileId
    const theirs = (await paperOf(sale, String(other?.Key), 'theirs.pdf')).body.KeptFileId
    await enter(sale, Number(one?.Key))
    await setRows(app, 'work_items', { SaleId: sale, StatusId: Entered }, { StatusId: Released })
    const at = `testresults/${String(sale)}`
    expect((await removed(bench.technologist, at, mine)).body.code).toBe('rests')
    expect((await removed(bench.technologist, at, theirs)).body.message).toBe('theirs.pdf was removed')
    await setRows(app, 'work_items', { SaleId: sale, StatusId: Released }, { StatusId: Entered })
  })
})
