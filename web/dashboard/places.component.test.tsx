// Where the widgets of a role are placed: each shows what its own statement answers, at its target, in whole rows, nothing cut.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'
import { answeredWidgets } from './widgets.fixture.ts'
import { tables, tiles } from './widgets.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})
const labels = (kind: 'tile' | 'widget') =>
  [...document.querySelectorAll(`.${kind}`)].map((place) => place.getAttribute('aria-label'))

test.each([
  ['as they are kept', [...tiles, ...tables]],
  ['with the targets of two tiles and of two tables changed', ['B2', 'B1', 'B3', 'B4', 'T1', 'T4', 'T3', 'T2']],
])('FND-092 FND-093 FND-094 four tiles and four tables are placed by their targets, %s', async (_how, targets) => {
  const { widgets, some, asked } = answeredWidgets(targets)
  await goTo('/summary/dashboard', somebody(), { some })
  const labelAt = (target: string) => widgets.find((one) => one.Target === target)?.Label
  await expect.poll(() => labels('tile')).toEqual(tiles.map(labelAt))
  await expect.poll(() => labels('widget')).toEqual(tables.map(labelAt))
  for (const { Label, Target, StatementId } of widgets) {
    const place = page.getByRole('region', { name: Label })
    const text = Target.startsWith('B') ? `₹ 17,67,${StatementId}.0` : String(StatementId)
    await expect.element(place.getByText(text, { exact: true })).toBeVisible()
  }
  expect([...new Set(asked)].sort()).toEqual(widgets.map(({ StatementId }) => StatementId))
})

/** How many tiles each row has. */
const rowsOfTiles = (): number[] => {
  const tops = [...document.querySelectorAll('.tile')].map((tile) => Math.round(tile.getBoundingClientRect().top))
  return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length)
}
const cutTexts = (): (string | null)[] =>
  [...document.querySelectorAll('.tile-total, .widget td.status')]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.textContent)

test.each([
  [1366, false, [4]],
  [1366, true, [2, 2]],
  [1280, true, [2, 2]],
  [1920, true, [4]],
  [1024, false, [2, 2]],
])(
  'at %i pixels, notifications open: %s, tiles are in rows of %j and every status is whole',
  async (width, beside, rows) => {
    await page.viewport(width, 768)
    await goTo('/summary/dashboard', somebody(), { some: answeredWidgets([...tiles, ...tables]).some })
    await expect.poll(() => document.querySelectorAll('.widget td.status').length).toBe(4)
    if (beside) await userEvent.click(page.getByRole('button', { name: /^Notifications/ }))
    await expect.poll(() => document.querySelector('.aside') !== null).toBe(beside)
    await expect.poll(rowsOfTiles).toEqual(rows)
    expect(cutTexts()).toEqual([])
  },
)
