// A second person's yes to what one person alone may not do.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { approve } from '../../../modules/requests/requests.fixture.ts'
import { listed } from '../../../server/testing/listed.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import { said, shows } from '../../hands/journey.ts'

/** Answers the question on the page, which says `told`, with a reason; then the other person agrees. */
export const agreedBy = async (other: Person, page: Page, told: string): Promise<void> => {
  const question = page.getByRole('dialog', { name: 'Ask a second person' })
  await shows(question.getByText(told))
  await question.getByLabel('Reason').fill('As the statement begins')
  await question.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(said(page, 'Asked: it waits for'))
  const [request] = (await listed(other, 1059)).rows
  expect((await approve(other, Number(request?.RequestId))).status).toBe(200)
}
