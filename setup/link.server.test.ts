// Where the link of the set-up leads.
import { expect, test } from 'vitest'
import { setupLink } from './link.ts'

test('the link is that of the address at which the product is reached', () => {
  const link = (publicUrl: string | undefined, trustProxy: boolean) =>
    setupLink({ publicUrl, trustProxy }, '3000', 'abc')
  expect(link('https://lab.example.org/', true)).toEqual({
    place: 'in a browser',
    link: 'https://lab.example.org/setup#abc',
  })
  expect(link(undefined, false)).toEqual({ place: 'on this machine', link: 'http://localhost:3000/setup#abc' })
  expect(link(undefined, true).place).toBe('behind your proxy, at its name instead of localhost')
  // without a proxy that is trusted the link works on the machine alone
  expect(link('http://lab-server:3000', false).link).toBe('http://localhost:3000/setup#abc')
})
