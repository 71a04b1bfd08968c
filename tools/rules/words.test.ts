// The words of the list are in no text of the house.
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceOf } from '../house/sources.ts'
import { exactTexts, faultsOf, readTexts, textsIn } from './words.ts'

const top = path.resolve(import.meta.dirname, '../..')

test('banned words are found in comments, texts and titles, not in names, codes and the texts of the specification', () => {
  const source = sourceOf(
    'web/a.tsx',
    [
      '// Read it anew.',
      "const till = 'till'",
      "say('Keep it till noon')",
      "say('Consignee can not be same as Consignor')",
      'const node = <p>Nothing is here</p>',
    ].join('\n'),
  )
  const faults = faultsOf(textsIn(source), 'the message "consignee can not be same as consignor" shows')
  expect(faults.map((fault) => fault.split(' (')[0])).toEqual([
    'web/a.tsx:1 "anew"',
    'web/a.tsx:3 "till"',
    'web/a.tsx:5 "Nothing is"',
  ])
})

test('no comment, message, title or page of the house holds a banned word', () => {
  expect(faultsOf(readTexts(top), exactTexts(top))).toEqual([])
}, 60_000)
