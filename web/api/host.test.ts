// Where calls go.
import { expect, test } from 'vitest'
import { hostOf, isDevelopment } from './host.ts'

test('FND-341 FND-344 on port 4200 calls go to the local server on port 3000', () => {
  expect(hostOf({ port: '4200', origin: 'http://localhost:4200' })).toBe('http://localhost:3000')
  expect(isDevelopment({ port: '4200' })).toBe(true)
})
test('FND-338 FND-343 on any other port calls go to the same origin', () => {
  expect(hostOf({ port: '', origin: 'https://lab.example' })).toBe('https://lab.example')
  expect(hostOf({ port: '3000', origin: 'http://127.0.0.1:3000' })).toBe('http://127.0.0.1:3000')
  expect(isDevelopment({ port: '3000' })).toBe(false)
})
