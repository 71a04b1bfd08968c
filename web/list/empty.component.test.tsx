// An empty list explains how its first row comes about; a filtered one explains how to see more.
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Model } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { allModels } from '../models.ts'
import { NoRows } from './empty.tsx'

let leave = (): void => undefined
afterEach(() => leave())
const show = (model: Model, mayCreate: boolean) => {
  leave()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  leave = () => {
    root.unmount()
    place.remove()
  }
  const nothing = () => undefined
  root.render(
    <NoRows
      model={model}
      now={0}
      values={{}}
      texts={{}}
      onRun={nothing}
      onAll={nothing}
      onCreate={mayCreate ? nothing : undefined}
    />,
  )
}
const listed = allModels.filter((model) => model.hidden !== true && model.single === undefined)

test('every list that users do not fill in by hand explains what fills it', () => {
  const silent = listed.filter(
    ({ notEntered, permits, firstRow }) => !firstRow && (notEntered || !permits.includes('create')),
  )
  expect(silent.map(({ id }) => id)).toEqual([])
})

test.each(listed.map((model) => [model.id, model] as const))(
  'the empty list of %s explains its first row',
  async (_id, model) => {
    show(model, true)
    const text = model.firstRow ?? `The first ${inSentence(model.singular)} that is created shows here.`
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: `No ${inSentence(model.name)} yet` })).toBeVisible()
  },
)
