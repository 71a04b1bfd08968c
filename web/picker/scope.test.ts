// Which rows a picker asks for: its scope by role, entity and employer.
import { expect, test } from 'vitest'
import '../pickers.ts'
import type { Session } from '../session/session.ts'
import { pickerOf } from './pickers.ts'

const session = (RoleId: number, ClientTypeId: number): Session =>
  ({
    User: { UserId: 1, EmployerId: 7 },
    Role: { RoleId, RoleName: '' },
    Entity: { ClientId: 2, ClientTypeId, ParentId: 1, Name: '' },
    Permissions: [],
  }) as unknown as Session
const asked = (which: string, who: Session, around = {}) => ({
  path: pickerOf(which, who, around).path,
  ...pickerOf(which, who, around).query?.(who, around),
})

test('FND-326 the sales manager picker lists users with role 9', () => {
  expect(asked('salesmanager', session(2, 9))).toEqual({ path: '/api/getdata/120', RoleId: 9 })
})
test('FND-329 an internal lab has collection centres as buyers, FND-331 any other entity institutions', () => {
  const first = (who: Session) => pickerOf('buyer', who).choices?.(who, {})[0]?.query
  expect(first(session(5, 10))).toMatchObject({ ClientTypeId: 13 })
  expect(first(session(5, 13))).toMatchObject({ ClientTypeId: 16 })
})
test('FND-328 an internal lab has collection centres as consignors, FND-330 any other entity institutions', () => {
  expect(asked('consignor', session(5, 10))).toMatchObject({ ClientTypeId: 13 })
  for (const type of [9, 13, 16, 20]) expect(asked('consignor', session(5, type))).toMatchObject({ ClientTypeId: 16 })
})
test('OPS-302 the referrer, seller and product pickers ask 202, 201 and 101 with the parties of the sale', () => {
  expect(asked('referrer', session(5, 10)).path).toBe('/api/getdata/202')
  expect(asked('seller', session(5, 10)).path).toBe('/api/getdata/201')
  expect(asked('product', session(5, 10), { SellerId: 3, BuyerId: 4, SaleDate: '2026-11-21' })).toMatchObject({
    path: '/api/getdata/101',
    SellerId: 3,
    BuyerId: 4,
  })
})
test('whose money and tax it is: at a legal entity any of its places, at a laboratory its centres and itself', () => {
  expect(asked('place', session(5, 9))).toEqual({ path: '/api/getdata/200', ClientTypeId: '9,10,13' })
  expect(asked('place', session(5, 10))).toEqual({ path: '/api/getdata/201' })
})
test.each([
  ['specimen', { path: '/api/specimens' }],
  ['instrument', { path: '/api/instruments' }],
  ['element', { path: '/api/elements' }],
  ['externallab', { path: '/api/getdata/200', ClientTypeId: '20' }],
  ['supplier', { path: '/api/getdata/200', ClientTypeId: '20,19' }],
  ['courier', { path: '/api/getdata/200', ClientTypeId: '19', ParentId: 7 }],
  ['consignee', { path: '/api/getdata/205' }],
  ['receiver', { path: '/api/getdata/200', ClientTypeId: '9,10,13' }],
  ['giver', { path: '/api/getdata/200' }],
])('the picker %s asks for exactly its own rows', (name, question) => {
  expect(asked(name, session(5, 10))).toEqual(question)
})
