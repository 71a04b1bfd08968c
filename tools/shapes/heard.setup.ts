// Each answer that a test gets is compared with what its address declares; a difference fails the test.
import { afterEach, expect } from 'vitest'
import { heard } from '../../server/http/heard.ts'
import { faultsIn } from './heard.ts'

const faults = new Set<string>()
heard.answer = (address, shape, sent) => {
  for (const fault of faultsIn(shape, JSON.parse(sent))) faults.add(`${address.split('?')[0]} ${fault}`)
}
afterEach(() => {
  const found = [...faults]
  faults.clear()
  expect(found).toEqual([])
})
