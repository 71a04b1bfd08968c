// Every written field stands on a screen.
import { expect, test } from 'vitest'
import { notShown, otherwise } from './shown-fields.ts'

test('each field that a person may write stands on a screen of its module, but for those that say why', async () => {
  expect(await notShown()).toEqual(Object.keys(otherwise))
})
