// The fields of a record that decide which of its values a user may see.
import { expect, test } from 'vitest'
import { object, rows, text, type Fields, type Viewer } from '../../core/model.ts'
import { askedOf } from './seen.ts'

const viewer = { UserId: 7, EntityId: 2, EntityTypeId: 10, EmployerId: 1 }
const clerk: Viewer = { ...viewer, RoleId: 5 }
const doctor: Viewer = { ...viewer, RoleId: 12 }
const isClerk = (user: Viewer): boolean => user.RoleId === 5
const isClerkOrOwn = (user: Viewer, record: { readonly OwnerId?: unknown }): boolean =>
  isClerk(user) || record.OwnerId === 1
const isNamed = (user: Viewer, record: Readonly<Record<string, unknown>>): boolean => isClerk(user) || 'Name' in record

test('the fields that the condition of a field, a row or a nested object reads for a user; none for others', () => {
  const asked: [string, Fields, string][] = [
    ['field', { Price: text('Price', { seen: isClerkOrOwn }) }, 'OwnerId'],
    ['field by its presence', { Price: text('Price', { seen: isNamed }) }, 'Name'],
    ['row', { Lines: rows('Lines', { Price: text('Price', { seen: isClerkOrOwn }) }) }, 'OwnerId'],
    ['nested', { Bill: object('Bill', { Price: text('Price', { seen: isClerkOrOwn }) }) }, 'OwnerId'],
  ]
  for (const [what, fields, name] of asked)
    expect([what, askedOf(fields, clerk), askedOf(fields, doctor)]).toEqual([what, [], [name]])
  const plain: Fields[] = [{}, { Price: text('Price') }, { Price: text('Price', { seen: isClerk }) }]
  for (const fields of plain) expect([askedOf(fields, clerk), askedOf(fields, doctor)]).toEqual([[], []])
})
test('a condition on two parties reads both', () => {
  const isParty = (_user: Viewer, { SellerId, BuyerId }: Readonly<Record<string, unknown>>): boolean =>
    SellerId === 7 || BuyerId === 7
  expect(askedOf({ Price: text('Price', { seen: isParty }) }, clerk)).toEqual(['SellerId', 'BuyerId'])
})
