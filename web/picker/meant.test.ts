// What Enter may take: a person only where the text means this person and no other.
import { describe, expect, test } from 'vitest'
import { codeColumn, nameColumn, type PickerColumn } from './definition.ts'
import { isMeant } from './meant.ts'

const phone: PickerColumn = { name: 'Phone', title: 'Mobile Phone', width: '112px', kind: 'phone' }
const people = { people: true, columns: [nameColumn, codeColumn(84), phone] }
const aaradhya = { Name: 'Aaradhya Ajay Sonawane', Code: 'P-7', Phone: '98220 00777' }
const rohan = { Name: 'Rohan Joseph', Code: 'P-8', Phone: '98220 00778' }
const mother = { Name: 'Asha Joseph', Phone: '98220 00778' }
const meant = (text: string, row = aaradhya, rows: readonly object[] = [aaradhya, rohan]) =>
  isMeant(people, rows as never, row, text)

describe('of several people', () => {
  test.each(['h', 'aa', 'adhya', 'ajay h', '9822', ' ', ''])('%o takes no person', (text) =>
    expect(meant(text)).toBe(false),
  )
  test.each(['Aar', 'sonaw', 'ajay so', 'Sonawane Ajay', '9822000777', '98220 00777', 'p-7'])(
    '%o takes the one',
    (text) => expect(meant(text)).toBe(true),
  )
  test('a whole name of two letters is a name', () => {
    const om = { ...rohan, Name: 'Om' }
    expect(meant('om', om, [om, aaradhya])).toBe(true)
  })
  test('a phone that a family shares takes none of them', () =>
    expect(meant('9822000778', rohan, [rohan, mother])).toBe(false))
})
test('the only one that was found is taken with any text, but not without one', () =>
  expect([meant('h', aaradhya, [aaradhya]), meant('', aaradhya, [aaradhya])]).toEqual([true, false]))
test('of a catalogue any row is taken', () =>
  expect(isMeant({ columns: people.columns }, [aaradhya, rohan], rohan, 'h')).toBe(true))
