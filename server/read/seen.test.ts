// Whether what a user may see of a record hangs on the record itself.
import { expect, test } from 'vitest'
import { object, rows, text, type Fields, type Viewer } from '../../core/model.ts'
import { asksRecord } from './seen.ts'

const clerk = { RoleId: 5 } as Viewer
const doctor = { RoleId: 12 } as Viewer
const isClerk = (user: Viewer): boolean => user.RoleId === 5
const isClerkOrOwn = (user: Viewer, record: Readonly<Record<string, unknown>>): boolean =>
  isClerk(user) || record['OwnerId'] === 1
const isNamed = (user: Viewer, record: Readonly<Record<string, unknown>>): boolean => isClerk(user) || 'Name' in record

test('asked for whom a field, a row or a nested object looks at the record, and for nobody else', () => {
  const asked: [string, Fields][] = [
    ['field', { Price: text('Price', { seen: isClerkOrOwn }) }],
    ['field by its presence', { Price: text('Price', { seen: isNamed }) }],
    ['row', { Lines: rows('Lines', { Price: text('Price', { seen: isClerkOrOwn }) }) }],
    ['nested', { Bill: object('Bill', { Price: text('Price', { seen: isClerkOrOwn }) }) }],
  ]
  for (const [what, fields] of asked)
    expect([what, asksRecord(fields, clerk), asksRecord(fields, doctor)]).toEqual([what, false, true])
  const plain: Fields[] = [{}, { Price: text('Price') }, { Price: text('Price', { seen: isClerk }) }]
  for (const fields of plain) expect([asksRecord(fields, clerk), asksRecord(fields, doctor)]).toEqual([false, false])
})
