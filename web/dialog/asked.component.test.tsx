// How big a question is: 640 by 240, or by 320 where it warns in more than a line, says more, or is of the master data.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { ask, askChoice, askDays, askText } from './ask.ts'
import { Asked } from './asked.tsx'

afterEach(clear)
const day = '2026-11-21'

test.each([
  ['FND-188', 'a confirmation', 240, () => ask({ text: 'Discard changes ?' })],
  ['FND-188', 'a choice of ways', 240, () => askChoice({ text: 'Which ?', choices: [['a', 'One']], cancel: 'None' })],
  ['FND-189 FND-190', 'a warning of several lines', 320, () => ask({ text: 'It cannot be undone. '.repeat(6) })],
  ['FND-189 FND-190', 'a confirmation of the master data', 320, () => ask({ text: 'Sure ?', tall: true })],
  [
    'FND-190 FND-193',
    'one that asks for days',
    320,
    () => askDays({ title: 'Confirmation', start: { FromDate: day, ToDate: day } }),
  ],
  ['FND-190 FND-194', 'one that asks for a text', 320, () => askText({ label: 'User Name' })],
] as const)('%s FND-191 FND-437 %s is 640 by %i and has a title', async (_ids, _what, height, question) => {
  draw(<Asked />)
  const answer = question()
  const dialog = page.getByRole('dialog', { name: 'Confirmation' })
  await expect.element(dialog).toBeVisible()
  const { width, height: high } = dialog.element().getBoundingClientRect()
  expect([width, high]).toEqual([640, height])
  await userEvent.keyboard('{Escape}')
  await answer
  await expect.element(dialog).not.toBeInTheDocument()
})
