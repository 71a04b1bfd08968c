// The slip of a deposit is kept with its batch: by whom, of which deposit, and shown to who matches the bank's line.
import { beforeAll, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { sql } from '../../../server/db/db.ts'
import { dayOf } from '../../../core/dates.ts'
import { aPdf, kept, removed, sent } from '../../../server/testing/files.fixture.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import type { Rows } from '../../../server/testing/answers.ts'
import type { FilePart, KeptFile } from '../../../core/answer/questions.ts'
import { waitersOf } from '../../../server/testing/waits.ts'
import { aBankAccount } from '../../bankaccounts/bankaccounts.fixture.ts'
import { imported } from '../../banklines/banklines.fixture.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { aCashier, openOf, takes } from '../tranbatches.fixture.ts'

const { app, manager, desk } = networkForTests('manager', 'desk')
let [bank, batch, first, second, slips] = [0, 0, 0, 0, 0]
let person: Person
const deposit = async (Amount: number): Promise<number> => {
  const slip = { BankAccountId: bank, Amount, SlipNo: `S${(slips += 1)}`, Day: dayOf(new Date()) }
  return Number((await person.put(`/api/depositbatch/${batch}`, slip)).body.BatchOutId)
}
beforeAll(async () => {
  bank = await aBankAccount(manager, { Name: 'Current' })
  person = await aCashier(app, role.Accounts)
  await takes(person, await aPatient(manager), 1000)
  batch = await openOf(person, manager)
  ;[first, second] = [await deposit(300), await deposit(200)]
})
const slip = (who: Person, About: string, bytes = aPdf(), Kind = 'slip') =>
  kept(who, `tranbatches/${batch}`, bytes, { Kind, Name: 'slip.pdf', About })
const errorsOf = ({ status, body }: { status: number; body: { errors: unknown } }) => [status, body.errors]
const filesOf = async (who: Person) => (await who.get<Rows<KeptFile>>(`/api/tranbatches/${batch}/files`)).body

test('a slip is of the deposits that are named, and is read byte for byte by accounts and managers of the place', async () => {
  const parts = (await person.get<Rows<FilePart>>(`/api/tranbatches/${batch}/files/parts?Kind=slip`)).body
  expect(parts.map((part) => [part.Key, String(part.Name).split(' of ')[0]])).toEqual([
    [first, 'Slip S1, ₹300.00'],
    [second, 'Slip S2, ₹200.00'],
  ])
  const answer = await slip(person, String(first))
  expect([answer.status, answer.body.message]).toEqual([201, 'slip.pdf was saved'])
  expect(await filesOf(manager)).toEqual([expect.objectContaining({ Kind: 'slip', About: [first] })])
  const path = `/api/tranbatches/${batch}/files/${String(answer.body.KeptFileId)}` as const
  expect((await manager.get(path)).bytes.equals(aPdf())).toBe(true)
  const [last] = (await manager.get(`/api/actions?ModuleId=tranbatches&FormId=${batch}`)).body
  expect(last).toMatchObject({ Action: 'add file', Changes: { File: [null, expect.stringContaining('Slip S1')] } })
})

test('of which deposit, what it is and how large: refused at the field, and no file is kept', async () => {
  const before = (await filesOf(person)).length
  expect(errorsOf(await slip(person, ''))).toEqual([400, { About: ['Say of which deposits it is'] }])
  // a deposit of another batch
  expect(errorsOf(await slip(person, '999999'))).toEqual([400, { About: ['Say of which deposits it is'] }])
  expect(errorsOf(await slip(person, String(first), Buffer.from('GIF89a')))).toEqual([
    400,
    { File: ['Choose a PDF, PNG or JPEG file'] },
  ])
  expect(errorsOf(await slip(person, String(first), Buffer.concat([aPdf(), Buffer.alloc(5_000_000)])))).toEqual([
    413,
    { File: ['A file can have 5 MB at most'] },
  ])
  expect(errorsOf(await slip(person, String(first), aPdf(), 'will'))).toEqual([400, { Kind: [expect.any(String)] }])
  expect((await filesOf(person)).length).toBe(before)
})

test('the desk sees none and adds none; who does not see the batch finds nothing', async () => {
  const files = `/api/tranbatches/${batch}/files` as const
  expect((await desk.get(files)).status).toBe(403)
  const refusedOne = await sent(desk, `${files}?Kind=slip&Name=a.pdf&About=${first}`, aPdf())
  expect(refusedOne.status).toBe(403)
  const nashik = await signedIn(app, 'nashik', 5, 3)
  expect([404, 403]).toContain((await nashik.get(files)).status)
  const auditor = await signedIn(app, 'auditor', role.Auditor, 1)
  expect((await auditor.get(files)).status).toBe(200)
  expect((await slip(auditor, String(first))).body.code).toBe('no-supervisor')
})

test('who matches the line of the bank has the slip beside the deposit; matched, it is withdrawn and not removed', async () => {
  const newest = async (): Promise<unknown[]> =>
    (await person.get<Rows<FilePart>>(`/api/tranbatches/${batch}/files/parts?Kind=slip`)).body.map(
      (part) => part.NewestId,
    )
  const open = async (line: number) =>
    (await manager.get(`/api/getdata/142?BankLineId=${line}`)).body.filter((row) => row.BatchOutId !== null)
  const ofFirst = Number((await filesOf(person))[0]?.KeptFileId)
  expect(await newest()).toEqual([ofFirst, null])
  const older = Number((await slip(person, String(second))).body.KeptFileId)
  const id = Number((await slip(person, String(second))).body.KeptFileId)
  expect(await newest()).toEqual([ofFirst, id])
  const [line = 0] = await imported(manager, bank, [['CASH DEPOSIT', '', 200]])
  expect(await open(line)).toContainEqual(
    expect.objectContaining({ BatchOutId: second, BatchId: batch, SlipFileId: id }),
  )
  const Items = [{ TransactionId: null, BatchOutId: second }]
  expect((await manager.put(`/api/match/banklines/${line}`, { Items, Fee: 0 })).status).toBe(200)
  expect((await manager.get(`/api/banklines/${line}`)).body.Items).toEqual([
    expect.objectContaining({ BatchOutId: second, BatchId: batch, SlipFileId: id }),
  ])
  const refusedOne = await removed(person, `tranbatches/${batch}`, id)
  expect([refusedOne.status, refusedOne.body.code, refusedOne.body.message]).toEqual([
    422,
    'rests',
    'The deposit of slip S2 is matched with the bank: it can only be withdrawn, with a reason',
  ])
  const withdraw = (reason: string) =>
    person.call('DELETE', `/api/tranbatches/${batch}/files/${id}?Reason=${encodeURIComponent(reason)}`)
  expect((await withdraw('a')).body.code).toBe('rests')
  const withdrawn = await withdraw('of another day')
  expect(withdrawn.status).toBe(200)
  expect((await manager.get(`/api/banklines/${line}`)).body.Items).toEqual([
    expect.objectContaining({ SlipFileId: older }),
  ])
  expect(await newest()).toEqual([ofFirst, older])
})

test('a slip that is removed while its deposit is matched waits for that, and is not removed', async () => {
  const third = await deposit(100)
  const id = Number((await slip(person, String(third))).body.KeptFileId)
  const line = (await imported(manager, bank, [['CASH DEPOSIT', '', 100]], 200)).at(-1)
  const wait = { timeout: 20_000, interval: 20 }
  const both = await app.db.transaction(async (tx) => {
    await tx.run(sql`
      select
        1
      from
        batch_outs
      where
        batch_out_id = ${third}
      for no key update
    `)
    const Items = [{ TransactionId: null, BatchOutId: third }]
    const matching = manager.put(`/api/match/banklines/${String(line)}`, { Items, Fee: 0 })
    await expect.poll(() => waitersOf(app), wait).toBe(1)
    const removing = removed(person, `tranbatches/${batch}`, id)
    await expect.poll(() => waitersOf(app), wait).toBe(2)
    return [matching, removing]
  })
  const answers = await Promise.all(both)
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [422, 'rests'],
  ])
})
