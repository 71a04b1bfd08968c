// Every written field is on a screen.
import { expect, test } from 'vitest'
import { notShown, otherwise } from './shown-fields.ts'

test('each field that a person may write is on a screen of its module, but for those that say why', async () => {
  expect(await notShown()).toEqual(Object.keys(otherwise))
})
