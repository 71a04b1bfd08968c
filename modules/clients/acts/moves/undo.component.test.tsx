// The client that another one was merged into: the merge is undone there, with a reason.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const patient = { ClientId: 7, Name: 'Meena Rao', ClientTypeId: 12, IsActive: true, RowVersion: 1, Actions: {} }
const merge = { SourceId: 5, Source: 'Meena Rao Twice', MergedOn: '2026-11-20T06:00:00Z', MergedBy: 'Asha Rane' }
const opened = (merges: readonly object[]) =>
  open('/clients?ClientId=7', {
    session: somebody('BusinessManager'),
    read: [
      ['/api/clients/7', {}, patient],
      ['/api/unmerge/clients', { targetId: 7 }, merges],
    ],
  })
const button = page.getByRole('button', { name: 'Undo Merge', exact: true })

test('it asks for a reason, names the one that comes back, and sends both', async () => {
  await opened([merge])
  const calls = answerSome(({ method }) =>
    method === 'PUT' ? { message: 'The merge is undone', ClientId: 5 } : undefined,
  )
  await userEvent.click(button)
  await expect.element(page.getByText(/^5: Meena Rao Twice was merged into this client on 20-Nov-2026/)).toBeVisible()
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Two persons')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ body: { sourceId: 5, reason: 'Two persons' } })
})

test('where several were merged into it, each can be chosen', async () => {
  const older = { ...merge, SourceId: 4, Source: 'Mina Rao', MergedOn: '2026-11-18T06:00:00Z' }
  await opened([merge, older])
  const calls = answerSome(({ method }) =>
    method === 'PUT' ? { message: 'The merge is undone', ClientId: 4 } : undefined,
  )
  await userEvent.click(button)
  await expect.element(page.getByRole('button', { name: '5: Meena Rao Twice, 20-Nov-2026' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '4: Mina Rao, 18-Nov-2026' }))
  await expect.element(page.getByText(/^4: Mina Rao was merged into this client on 18-Nov-2026/)).toBeVisible()
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Two persons')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ body: { sourceId: 4, reason: 'Two persons' } })
})

test('without a merge that can be undone it is not offered', async () => {
  await opened([])
  await expect.element(page.getByRole('button', { name: 'Profile' })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
})
