// The address of a list that shows what it starts with: a word, and no escaped braces.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/departments', somebody()), 60_000)
afterEach(leave)

test.each(['/summary/sales', '/summary/sales?filter=start', '/summary/sales?filter=%7B%7D'])(
  '%s says in words that the list is as it starts',
  async (address) => {
    await goTo(address, somebody())
    expect(at()).toBe('/summary/sales?filter=start')
  },
)

test('a filter that differs is written in full', async () => {
  const said = `/summary/sales?filter=${encodeURIComponent('{"Patient":"kumar"}')}`
  await goTo(said, somebody())
  expect(decodeURIComponent(at())).toBe(decodeURIComponent(said))
})
