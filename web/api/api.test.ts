// Calls and their errors.
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, del, errorOf, file, generic, get, messageOf, put, unasked, unreachable, withQuery } from './api.ts'

const answering = (answer: Response | Error) => {
  const asked = vi.fn((_address: string, _init: RequestInit) =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('location', { port: '3000', origin: 'http://here' })
  vi.stubGlobal('localStorage', { getItem: () => 'secret' })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

test('FND-416 the text of an error is the message of the server', () => {
  const error = errorOf(422, {
    message: 'Only a booked sale can be cancelled',
    errors: { StatusId: ['no'] },
    requestId: 'r1',
  })
  expect(messageOf(error)).toBe('Only a booked sale can be cancelled')
  expect(error.errors).toEqual({ StatusId: ['no'] })
  expect(error.requestId).toBe('r1')
})
test('FND-417 without an answer the message names the transport', async () => {
  answering(new TypeError('Failed to fetch'))
  const error = await get('/api/x').catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ApiError)
  expect(messageOf(error)).toBe(unreachable)
  expect(unreachable).toBe("The server can't be reached.")
})
test('FND-418 FND-419 OPS-304 without any message a generic one shows', () => {
  expect(generic).toBe('Something went wrong. Please try again.')
  expect(messageOf(errorOf(500, undefined))).toBe(generic)
  expect(messageOf(errorOf(500, '<html>'))).toBe(generic)
  expect(messageOf(new TypeError('x is not a function'))).toBe(generic)
})
test('FND-339 FND-340 calls carry JSON and credentials, changes an idempotency key, no token but on the development port', async () => {
  const asked = answering(Response.json({ message: 'Changes saved' }))
  await put('/api/sales/1', { LRN: '1' })
  const [address, init] = asked.mock.calls[0] ?? []
  expect(address).toBe('http://here/api/sales/1')
  expect(init).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"LRN":"1"}' })
  expect(init?.headers).toMatchObject({
    'Content-Type': 'application/json',
    'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(init?.headers).not.toHaveProperty('Authorization')
})
test('FND-406 FND-407 FND-408 any path takes a PUT, a DELETE with parameters and a download by POST', async () => {
  const asked = answering(new Response('{}'))
  await put('/api/any/path', { a: 1 })
  expect(asked.mock.lastCall).toMatchObject(['http://here/api/any/path', { method: 'PUT', body: '{"a":1}' }])
  const deleted = answering(new Response('{}'))
  await del('/api/any/path', { ModuleId: 'sales', FormId: 7 })
  expect(deleted.mock.lastCall).toMatchObject([
    'http://here/api/any/path?ModuleId=sales&FormId=7',
    { method: 'DELETE' },
  ])
  const fetched = answering(
    new Response(new Uint8Array([37, 80, 68, 70]), { headers: { 'content-type': 'application/pdf' } }),
  )
  const got = await file('POST', '/api/files/x')
  expect(fetched.mock.lastCall).toMatchObject(['http://here/api/files/x', { method: 'POST' }])
  expect([got.type, await got.text()]).toEqual(['application/pdf', '%PDF'])
})
test('FND-342 on the development port the token of local storage is sent', async () => {
  const asked = answering(Response.json([]))
  vi.stubGlobal('location', { port: '4200', origin: 'http://localhost:4200' })
  await get('/api/currentUser')
  expect(asked.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: 'Bearer secret' })
})
test('query values: absent ones are left out, objects travel as JSON', () => {
  expect(withQuery('/api/x', { a: 1, b: undefined, c: null, d: '' })).toBe('/api/x?a=1')
  expect(withQuery('/api/x', { f: { n: 'a b' } })).toBe('/api/x?f=%7B%22n%22%3A%22a+b%22%7D')
  expect(withQuery('/api/x')).toBe('/api/x')
})
test('a call made without the user is marked passive, the next call of the user is not', async () => {
  const asked = answering(new Response('{}'))
  const passive = (n: number) => new Headers(asked.mock.calls[n]?.[1].headers).get('X-Passive')
  await unasked(() => get('/api/getdata/1001'))
  asked.mockResolvedValueOnce(new Response('{}'))
  await get('/api/getdata/1001')
  expect([passive(0), passive(1)]).toEqual(['1', null])
})

test('a question without an answer is asked once more, a change is not', async () => {
  const asked = answering(Response.json({ done: true }))
  const lost = () => asked.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  lost()
  expect(await get('/api/x')).toEqual({ done: true })
  expect(asked).toHaveBeenCalledTimes(2)
  lost()
  await expect(put('/api/sales/1', { LRN: '1' }, 'k1')).rejects.toThrow(unreachable)
  expect(asked).toHaveBeenCalledTimes(3)
})
