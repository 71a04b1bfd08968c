// What holds results of an element in use back is loosened by two persons, and tightened by one.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { raw } from '../../../server/db/db.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { approve, askedFor } from '../../requests/requests.fixture.ts'

const { app, admin, pathologist } = networkForTests('admin', 'pathologist')
const element = 'elements/1001'
const read = async (): Promise<Read<'elements'>> => (await admin.get(`/api/${element}`)).body
const save = async (changes: Json) => {
  const { status, body } = await admin.put(`/api/${element}`, changes)
  return [status, body.needs?.by]
}
const byTwo = [422, [3]]
/** Its specimens with other hours. */
const stable = async (StableHours: number | null) => ({
  ElementSpecimens: (await read()).ElementSpecimens.map((row) => ({ ...row, StableHours })),
})
const hours = async (): Promise<unknown[]> => (await read()).ElementSpecimens.map((row) => row.StableHours)

test('before its first release one person loosens it', async () => {
  for (const changes of [await stable(6), await stable(8), { ReviewRequired: true }, { ReviewRequired: false }])
    expect(await save(changes)).toEqual([200, undefined])
})

test('in use a pathologist agrees to longer hours or none, and to fewer reviews; one person tightens both', async () => {
  await setRows(app, 'elements', { ElementId: 1001 }, { FirstReleasedAt: new Date().toISOString() })
  expect(await save(await stable(6))).toEqual([200, undefined])
  for (const longer of [7, null]) expect(await save(await stable(longer))).toEqual(byTwo)
  expect(await hours()).toEqual([6])
  expect((await approve(pathologist, await askedFor(admin, element, await stable(7)))).status).toBe(200)
  expect(await hours()).toEqual([7])
  expect(await save({ ReviewRequired: true })).toEqual([200, undefined])
  expect(await save({ ReviewRequired: false })).toEqual(byTwo)
  expect((await read()).ReviewRequired).toBe(true)
  // what is saved as it was loosens nothing
  expect(await save({ ...(await stable(7)), Description: 'Oxygen carrier' })).toEqual([200, undefined])
})

test('in use a pathologist agrees that a specimen with hours is taken out; one person adds another', async () => {
  const stored = (await read()).ElementSpecimens
  const known = stored.map((row) => row.SpecimenId)
  const specimens = (await admin.get('/api/specimens')).body.map((one) => one.SpecimenId)
  const [SpecimenId, another] = specimens.filter((one) => !known.includes(one))
  // of a specimen that was never drawn no tube is held
  expect(await save({ ElementSpecimens: [...stored, { SpecimenId, StableHours: null }] })).toEqual([200, undefined])
  expect(await save({ ElementSpecimens: stored })).toEqual([200, undefined])
  expect(await save({ ElementSpecimens: [...stored, { SpecimenId, StableHours: 4 }] })).toEqual([200, undefined])
  const both = (await read()).ElementSpecimens
  expect(await save({ ElementSpecimens: stored })).toEqual(byTwo)
  expect(
    await save({
      ElementSpecimens: both.map((row) => (row.SpecimenId === SpecimenId ? { ...row, SpecimenId: another } : row)),
    }),
  ).toEqual(byTwo)
  expect((await read()).ElementSpecimens).toEqual(both)
})

test('a pathologist of any place of the network reads what is asked, and agrees', async () => {
  expect(await save({ ReviewRequired: true })).toEqual([200, undefined])
  const id = await askedFor(admin, element, { ReviewRequired: false })
  const waiting = (await admin.get('/api/inforce/elements?ElementId=1001')).body
  expect(waiting.Asked).toMatchObject([{ RequestId: id, Kinds: ['loosened'], From: null }])
  await app.db.transaction((tx) => addUser(tx, { user: 'far', name: 'Far Away', role: role.Pathologist, entity: 3 }))
  const far = await signedIn(app, 'far', role.Pathologist, 3)
  expect((await far.get(`/api/requests/${id}`)).body).toMatchObject({ RequestId: id, State: 'waiting' })
  const agreed = await approve(far, id)
  expect([agreed.status, (await read()).ReviewRequired]).toEqual([200, false])
})

test('one that was asked for when ranges and less held back were one kind is agreed to after the upgrade', async () => {
  expect(await save({ ReviewRequired: true })).toEqual([200, undefined])
  const id = await askedFor(admin, element, { ReviewRequired: false })
  const other = await askedFor(admin, element, await stable(8))
  const kinds = (RequestId: number) => valueOf<string[]>(app, 'requests', { RequestId }, 'kinds')
  // as it was kept before, and one that is over
  await setRows(app, 'requests', { RequestId: id }, { Kinds: ['interval'] })
  await setRows(app, 'requests', { RequestId: other }, { Kinds: ['interval'], State: 'withdrawn' })
  expect((await approve(pathologist, id)).status).toBe(422)
  const file = path.resolve(import.meta.dirname, '../../../migrations/0269_loosened_of_waiting_requests.sql')
  await app.db.transaction((tx) => tx.run(raw(readFileSync(file, 'utf8'))))
  expect([await kinds(id), await kinds(other)]).toEqual([['interval', 'loosened'], ['interval']])
  expect((await approve(pathologist, id)).status).toBe(200)
  expect((await read()).ReviewRequired).toBe(false)
})
