// A picker with rows from the server: late answers, answers out of order, and persons that Enter must not take.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { nameColumn } from './definition.ts'
import { Picker } from './picker.tsx'
import { registerPickers } from './pickers.ts'

registerPickers({ someone: { path: '/api/someone', key: 'ClientId', columns: [nameColumn], people: true } })
const people = ['Aaradhya Ajay Sonawane', 'Hiral Shah', 'Rohan Joseph', 'Joseph Thomas', 'Josephine Dias']
const found = (text: string) =>
  people
    .map((Name, at) => ({ ClientId: at + 1, Name }))
    .filter(({ Name }) => Name.toLowerCase().includes(text.toLowerCase()))

const real = globalThis.fetch
/** Requests without an answer yet, by their text. */
const waiting = new Map<string, () => void>()
afterEach(() => {
  clear()
  waiting.clear()
  globalThis.fetch = real
})
/** `holds`: which requests wait until they are released. */
const drawPeople = (holds: (text: string) => boolean) => {
  globalThis.fetch = async (to) => {
    const text = new URL(to instanceof Request ? to.url : to, location.href).searchParams.get('Name') ?? ''
    // an outdated answer still arrives, as from a server that does not notice the abort
    if (holds(text)) await new Promise<void>((resolve) => void waiting.set(text, resolve))
    return Response.json(found(text))
  }
  const picked: number[] = []
  draw(
    <Picker
      name="someone"
      title="Patient"
      start=""
      around={{}}
      onPick={(_row, id) => picked.push(id)}
      onClose={() => undefined}
    />,
  )
  return picked
}
const search = page.getByRole('combobox', { name: 'Search Patient' })
const several = page.getByText('Several match. Type more of the name, or choose a row with the arrow keys.')

test('the second answer comes before the first: Enter takes a row for the text in the box', async () => {
  const picked = drawPeople((text) => text === 'h' || text === '')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('h')
  await expect.poll(() => waiting.has('h')).toBe(true)
  await userEvent.keyboard('iral{Enter}')
  await expect.poll(() => picked).toEqual([2])
  waiting.get('h')?.()
  waiting.get('')?.()
  await expect.element(page.getByText('1 found')).toBeVisible()
  expect(picked).toEqual([2])
})
test('Enter takes no row of an earlier text while the answer to the whole text is pending', async () => {
  const picked = drawPeople((text) => text === 'Hiral')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('H')
  await expect.element(page.getByText('5 found')).toBeVisible()
  await userEvent.keyboard('iral{Enter}')
  await expect.poll(() => waiting.has('Hiral')).toBe(true)
  expect(picked).toEqual([])
  waiting.get('Hiral')?.()
  await expect.poll(() => picked).toEqual([2])
})
test('a letter and Enter take none of several persons and show why; an arrow or more letters do', async () => {
  const picked = drawPeople(() => false)
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('h{Enter}')
  await expect.element(several).toBeVisible()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(picked).toEqual([])
  await expect.element(page.getByRole('row', { selected: true })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent('Aaradhya Ajay Sonawane')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => picked).toEqual([1])
})
test('the first three letters of a word of the name take it', async () => {
  const picked = drawPeople(() => false)
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('jos{Enter}')
  await expect.poll(() => picked).toEqual([3])
})
