// The address of the set-up link.
import { expect, test } from 'vitest'
import { setupLink } from './link.ts'

test('the link has the address at which users reach the product', () => {
  const link = (publicUrl: string | undefined, trustProxy: boolean) =>
    setupLink({ publicUrl, trustProxy }, '3000', 'abc')
  expect(link('https://lab.example.org/', true)).toEqual({
    place: 'in a browser',
    link: 'https://lab.example.org/setup#abc',
  })
  expect(link(undefined, false)).toEqual({ place: 'on this machine', link: 'http://localhost:3000/setup#abc' })
  expect(link(undefined, true).place).toBe('behind your proxy, at its name instead of localhost')
  // without a trusted proxy the link works only on the machine itself
  expect(link('http://lab-server:3000', false).link).toBe('http://localhost:3000/setup#abc')
})
