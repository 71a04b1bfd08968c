// Room as people read it.
import { expect, test } from 'vitest'
import { sizeText } from './size.ts'

test('small sizes are in KB, files in MB, disks in GB, and what has shrunk is negative', () => {
  expect([0, 40, 2048, 1_240_000, 56_000_000_000].map(sizeText)).toEqual(['0 KB', '1 KB', '2 KB', '1.2 MB', '56.0 GB'])
  expect(sizeText(-3_000_000)).toBe('-3 MB')
})
