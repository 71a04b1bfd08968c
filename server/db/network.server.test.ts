// The network's day and ages are the same in the database as in core/dates.ts, in every zone.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { ageAt, dayOf, formatAge, startOfDay } from '../../core/dates.ts'
import { network, setNetwork } from '../../core/network.ts'
import { openDatabase, sql, type Database } from './db.ts'
import { loadNetwork } from './network.ts'
import { testDatabase } from '../testing/database.ts'

const database = await testDatabase({ template: 'empty' })
const opened: Database[] = []
const open = (): Database => {
  const db = openDatabase(database.url, { connections: 2 })
  opened.push(db)
  return db
}
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await database.drop()
})

type Row = {
  At: string
  Day: string
  Begins: string
  Years: number | null
  Days: number | null
  Short: string | null
  Zone: string
}
const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const births = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))
// many births are near the moment, where days and months decide
const near = fc.tuple(moments, fc.integer({ min: -800, max: 3 })).map(([at, days]) => ({
  at: at.toISOString(),
  birth: new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10),
}))
const any = fc.record({ at: moments.map((d) => d.toISOString()), birth: births })

const asked = async (db: Database, cases: readonly { at: string; birth: string }[]) =>
  db.read.rows<Row>(sql`
    select
      c.at::text as at,
      network_zone () as zone,
      network_day (c.at) as day,
      network_midnight (network_day (c.at)) as begins,
      age_years (c.birth, c.at) as years,
      age_days (c.birth, c.at) as days,
      age_short (c.birth, c.at) as short
    from
      unnest(${cases.map((c) => c.at)}::timestamptz[], ${cases.map(
        (c) => c.birth,
      )}::date[]) with ordinality c (at, birth, place)
    order by
      c.place
  `)

test.each(['Asia/Kolkata', 'America/New_York', 'UTC'])(
  'day and age in %s are those of core/dates.ts',
  async (timeZone) => {
    setNetwork({ timeZone })
    const db = open()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(near, any), { minLength: 1, maxLength: 200 }), async (cases) => {
        const rows = await asked(db, cases)
        for (const [index, { at, birth }] of cases.entries()) {
          const age = ageAt(birth, at)
          expect({ birth, ...rows[index] }).toMatchObject({
            birth,
            Zone: timeZone,
            Day: dayOf(at),
            Begins: startOfDay(at),
            Years: age?.years ?? null,
            Days: age?.days ?? null,
            Short: formatAge(birth, at, { short: true }) || null,
          })
        }
      }),
      { numRuns: 40 },
    )
  },
)

test("every connection opened after the settings were read has the network's zone", async () => {
  const db = open()
  await db.transaction((tx) =>
    tx.run(sql`
      update network_settings
      set
        name = 'Nivara',
        time_zone = 'Asia/Dubai'
    `),
  )
  await loadNetwork(database.url)
  expect(network).toMatchObject({ name: 'Nivara', timeZone: 'Asia/Dubai', currency: 'INR', yearStartMonth: 4 })
  expect(
    await open().read.one(sql`
      select
        network_zone () as zone
    `),
  ).toEqual({ Zone: 'Asia/Dubai' })
})
