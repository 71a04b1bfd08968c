// In a large network no list reads, sorts or passes by a whole big table for a page: as it opens, with each filter
// alone, and sorted by each of its columns within a day.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { callerFor } from '../../demo/caller.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import { sql } from '../../server/db/db.ts'
import { countQuery, listQuery } from '../../server/read/page.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { hasDays, listCases } from './cases.ts'
import { aYearAgo } from '../list-ceilings.ts'
import { generate, till } from '../network/network.ts'
import { inLargeNetwork, pagesOf, sizesOf } from './plans.ts'

const { app } = networkForTests()
let before: Awaited<ReturnType<typeof sizesOf>>
beforeAll(async () => {
  before = await sizesOf(app.ownerUrl)
  await generate(app.ownerUrl, 3000, () => undefined)
})

/** Questions that may do so, by how they begin, each with its reason. */
const may: readonly (readonly [question: string, reason: string])[] = [
  ...['1009 Clients', '1006 Patients', '1007 Doctors'].map(
    (list) => [`${list}: by `, 'has no days; an index for each column would be written with each patient'] as const,
  ),
  ['1009 Clients: ProductId', 'who ever bought a test: looks through all its sales'],
  ['1001 Sales: SaleStatus', 'written at each step of a sale, and its index with it; the list opens with days'],
  ['1001 Sales: Buyer kum', 'a frequent word: the first name that has it ends the look'],
  ['1002 Samples: AccessionNo BEN12', 'a part of one in nine numbers: all are found before the newest are shown'],
  ['1059 Requests', 'some thousands a year at most; whose each is, is looked up for each of them'],
  ['1002 Samples: by SampleStatus', 'worked out for each tube of the day'],
  [
    '1002 Samples: State',
    'worked out for each tube, so that a state few tubes are in is slow; the list opens with days',
  ],
  ['1023 Shipments', 'counts the tubes of each box of the page'],
  ['1003 Worksheets', 'counts the work of each sheet of the page'],
  ['1004 Test results', 'counts the work of each sheet; what is open is found by indexes of its own'],
  ['1070 Trial Balance', 'adds up the ledger'],
  ['1082 Margin per Test', 'adds up what was sold and charged in the days that it asks for'],
  ['1071 Day Book: PartyId 2', 'a party of very many entries'],
  ['1071 Day Book: VoucherNo', 'found by its number: one in two hundred is expected to have it, and a few do'],
  ['1072 Ageing', 'adds up what is open'],
  ['1074 Collections', 'adds up what was received in the days that it asks for'],
]

/**
 * Who asks: each sees another part of the network, by other conditions. Not a sales manager: those whom one looks after
 * would be a thousand times as many, too, and are some tens.
 */
const people: readonly (readonly [who: string, user: string, role: number, entity: number])[] = [
  ['manager', 'manager', role.BusinessManager, 1],
  ['desk', 'labdesk', role.FrontDesk, 2],
  ['centre', 'frontdesk', role.FrontDesk, 12],
  ['doctor', 'doctor', role.Doctor, 101],
  ['institution', 'institution', role.Institution, 21],
]
const day = { FromDate: new Date(Date.parse(till) - 86_400_000).toISOString(), ToDate: till }

test('a page of a list costs what it shows, however much there is, except where a reason is given', async () => {
  const callers: (readonly [string, Caller])[] = []
  for (const [who, ...of] of people) callers.push([who, await callerFor(app.db, ...of)])
  const faults = await inLargeNetwork(app.ownerUrl, before, async (faultsOf) => {
    const found: string[] = []
    for (const { id, name, module, list, asked, filter } of await listCases(app.db)) {
      const questions: { what: string; filter: Loaded; sort?: string }[] = [{ what: asked, filter }]
      if (asked === 'nothing')
        for (const column of Object.keys(list.columns))
          questions.push({ what: `by ${column}`, filter: hasDays(list) ? day : {}, sort: `-${column}` })
      for (const [who, caller] of callers) {
        if (!caller.Permissions.some(({ ModuleId, Permit }) => ModuleId === module && Permit === 'list')) continue
        // the columns are the same for all
        for (const { what, ...request } of who === 'manager' ? questions : questions.slice(0, 1)) {
          const said = await faultsOf(listQuery(list, { ...request, uncounted: true }, caller))
          if (said.length > 0) found.push(`${id} ${name}: ${what}, as ${who}: ${said.join(', ')}`)
        }
      }
    }
    return found
  })
  expect(faults.filter((fault) => !may.some(([question]) => fault.startsWith(question)))).toEqual([])
  // a reason that nothing needs any more goes
  expect(may.filter(([question]) => !faults.some((fault) => fault.startsWith(question)))).toEqual([])
}, 120_000)

/** Pages that the lists of a laboratory read at most, for a hundred rows, and for their count. */
const pages: readonly (readonly [list: number, filter: Loaded, rows: number, count: number])[] = [
  [1002, { FromDate: aYearAgo, ToDate: till }, 4000, 100],
  [1002, { State: 'analysed' }, 2000, 1200],
  [1003, { DepartmentId: 3 }, 1000, 50],
  [1004, { FromDate: aYearAgo, ToDate: till }, 6000, 400],
]
test('a list of a laboratory reads few pages for what it shows and counts', async () => {
  const caller = await callerFor(app.db, 'manager', role.BusinessManager, 2)
  const cases = await listCases(app.db)
  const tooMany: string[] = []
  for (const [id, filter, rows, count] of pages) {
    const list = cases.find((one) => one.id === id)?.list
    if (!list) throw new Error(`No list ${id}`)
    const ofRows = await pagesOf(app.ownerUrl, listQuery(list, { filter, uncounted: true }, caller))
    const ofCount = await pagesOf(app.ownerUrl, countQuery(list, { filter }, caller))
    if (ofRows > rows || ofCount > count) tooMany.push(`${id}: ${ofRows} and ${ofCount}`)
  }
  expect(tooMany).toEqual([])
})

test('a whole table that is read and sorted is found', async () => {
  const newest = sql`
    select
      sale_id
    from
      sales
    order by
      sale_date desc,
      sale_id desc
    limit
      100
  `
  const byName = sql`
    select
      sale_id
    from
      sales
    order by
      patient_name
    limit
      100
  `
  const said = await inLargeNetwork(app.ownerUrl, before, async (faultsOf) => [
    await faultsOf(newest),
    await faultsOf(byName),
  ])
  expect(said).toEqual([[], ['sorts all it finds', 'reads all of sales', 'passes by much']])
})
