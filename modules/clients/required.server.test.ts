// What is required of each type through HTTP, as a client is added and as it is changed; age, phone and e-mail.
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import {
  addClient as add,
  changedClient,
  clientTypes,
  keptClient as kept,
  said,
  salesManagerOf,
  shownOf as shownFor,
} from './clients.fixture.ts'

const { app, labAdmin: admin, desk } = networkForTests('labAdmin', 'desk')
let shownOf: (type: number) => Json
/** A client of each type, as it is after a change. */
const changedOf = new Map<number, number>()
beforeAll(async () => {
  const salesManager = await salesManagerOf(app)
  shownOf = (type) => shownFor(type, salesManager)
  for (const type of clientTypes) {
    const id = await kept(admin, shownOf(type))
    expect((await admin.put(`/api/clients/${id}`, changedClient(type, salesManager))).status).toBe(200)
    changedOf.set(type, id)
  }
  // a session may send a hundred requests at once
  await admin.signIn('admin', 1, 2)
})

describe('what is required', () => {
  const wanted: readonly (readonly [string, string, readonly number[]])[] = [
    ['ParentId', 'Parent is required', [11, 12, 13, 14, 16]],
    ['LegalEntityId', 'Legal Entity is required', [10, 13]],
    ['Area', 'Area is required', [10, 13, 14, 16]],
    ['City', 'City is required', [10, 13, 14, 16]],
    ['State', 'State is required', [10, 13, 14, 16]],
    ['Code', 'Client code is required', [9, 10, 13, 14, 16, 20]],
    ['BillPrefix', 'Prefix must have exactly 3 uppercase letters', [10, 13, 20]],
    ['GenderId', 'Gender is required', [12]],
    ['PaymentTypeId', 'Payment Type is required', [13, 16]],
    ['BillCycleId', 'Bill Cycle is required', [13, 16]],
    ['SalesManagerId', 'Sales Manager is required', [11]],
    ['ConsigneeId', 'Auto Dispatch requires a recipient', [10]],
  ]
  const nothing = Object.fromEntries(wanted.map(([name]) => [name, null]))
  test.each(clientTypes)(
    'MDA-210 MDA-212 of a client of type %i, as it is added and as it is changed',
    async (type) => {
      const errorsOf = (fields: typeof wanted) =>
        Object.fromEntries(fields.flatMap(([name, message, of]) => (of.includes(type) ? [[name, [message]]] : [])))
      const errors = errorsOf(wanted)
      const body = { ...shownOf(type), ...nothing }
      const { ParentId: _parent, ...rest } = body
      const changed = await admin.put(`/api/clients/${changedOf.get(type)}`, 'ParentId' in errors ? body : rest)
      expect([changed.status, changed.body.errors ?? {}]).toEqual([Object.keys(errors).length > 0 ? 400 : 200, errors])
      const atOnce = errorsOf(wanted.filter(([name]) => name !== 'ParentId' || type === 16))
      const added = await add(admin, body)
      expect([added.status, added.body.errors ?? {}]).toEqual([Object.keys(atOnce).length > 0 ? 400 : 201, atOnce])
    },
  )
  test('the type and the name', async () => {
    expect(said(await add(admin, { Name: 'No Type' }), 'ClientTypeId')).toEqual(['Client Type is required'])
    expect(said(await add(admin, { ...shownOf(19), Name: ' ' }), 'Name')).toEqual(['Name is required'])
  })
  test('the age, unless there is a birth date', async () => {
    const { BirthDate: _birth, IsActualBirthDay: _actual, ...patient } = shownOf(12)
    expect(said(await add(desk, patient), 'Age')).toEqual(['Age is required'])
    expect((await add(desk, { ...patient, BirthDate: '1990-01-01' })).status).toBe(201)
    expect(said(await add(desk, { ...patient, BirthDate: '1902-01-01' }), 'Age')).toEqual([
      'Age must be between 0 and 120',
    ])
  })
  test('MDA-199 phone and e-mail may both be empty; the network can ask for the phone of a patient', async () => {
    const person = (type: number) => ({
      ClientTypeId: type,
      Name: 'No Phone',
      ...(type === 12 && { GenderId: 1, Age: 30 }),
      MobilePhone: null,
      Email: null,
    })
    const id = await kept(desk, person(12))
    expect((await desk.get(`/api/clients/${id}`)).body).toMatchObject({ MobilePhone: null, Email: null })
    await kept(desk, person(11))
    await app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          settings (name, value)
        values
          ('patientPhoneRequired', 'true')
        on conflict (name) do update
        set
          value = 'true'
      `),
    )
    const refused = await add(desk, person(12))
    expect([refused.status, said(refused, 'MobilePhone')]).toEqual([400, ['Mobile phone must be a 10 digit number']])
    await kept(desk, person(11))
    await setRows(app, 'settings', { Name: 'patientPhoneRequired' }, { Value: 'false' })
  })
})

describe('age and birth date', () => {
  const read = async (id: number) => (await desk.get(`/api/clients/${id}`)).body
  test('an age alone gives a birth date that is not exact, a birth date one that is', async () => {
    const id = await kept(desk, { ClientTypeId: 12, Name: 'Aged', GenderId: 1, Age: 30 })
    const first = await read(id)
    expect([first.Age, first.IsActualBirthDay]).toEqual([30, false])
    await desk.put(`/api/clients/${id}`, { BirthDate: '2000-02-29' })
    expect(await read(id)).toMatchObject({ BirthDate: '2000-02-29', IsActualBirthDay: true })
    await desk.put(`/api/clients/${id}`, { Age: 40 })
    expect(await read(id)).toMatchObject({ Age: 40, IsActualBirthDay: false })
  })
})
