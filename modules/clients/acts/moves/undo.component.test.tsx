// The client that another one was merged into: the merge is undone there, with a reason.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../../web/screen/session.fixture.ts'
import { aShownRow } from '../../../testresults/judging/entry.fixture.ts'
import { leave, open } from '../../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const patient = { ClientId: 7, Name: 'Meena Rao', ClientTypeId: 12, IsActive: true, RowVersion: 1, Actions: {} }
const merge = { SourceId: 5, Source: 'Meena Rao Twice', MergedOn: '2026-11-20T06:00:00Z', MergedBy: 'Asha Rane' }
const opened = (merges: readonly object[], session = somebody('BusinessManager')) =>
  open('/clients?ClientId=7', {
    session,
    read: [
      ['/api/clients/7', {}, patient],
      ['/api/unmerge/clients', { targetId: 7 }, merges],
    ],
  })
const button = page.getByRole('button', { name: 'Undo Merge', exact: true })

test('it asks for a reason, names the one that comes back, and sends both', async () => {
  await opened([merge])
  const calls = answerSome(({ method }) =>
    method === 'PUT' ? { message: 'The merge is undone', ClientId: 5, CallsToMake: [] } : undefined,
  )
  await userEvent.click(button)
  await expect.element(page.getByText(/^5: Meena Rao Twice was merged into this client on 20-Nov-2026/)).toBeVisible()
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Two persons')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ body: { sourceId: 5, reason: 'Two persons' } })
})

test('calls that are owed then are logged at once, one sale after the other, by keys', async () => {
  await opened([merge])
  const CallsToMake = [31, 31, 32].map((SaleId, WorkItemId) => ({ SaleId, WorkItemId, Element: 'Potassium' }))
  const calls = answerSome(({ method, url }) => {
    if (method === 'PUT') return { message: 'The merge is undone', ClientId: 5, CallsToMake }
    const SaleId = Number(url.searchParams.get('SaleId'))
    return url.pathname === '/api/testresults' ? [aShownRow({ SaleId, IsToCallAgain: true, Result: '5' })] : undefined
  })
  await userEvent.click(button)
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Two persons')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  const form = page.getByRole('group', { name: 'Call about Potassium' })
  const place = page.getByTitle('Of the list')
  await expect.element(place).toHaveTextContent('1 of 2')
  await expect.element(form).toBeVisible()
  await userEvent.keyboard('{Alt>}k{/Alt}')
  await expect.element(form.getByLabelText('Spoken to')).toHaveFocus()
  await userEvent.keyboard('{Alt>}n{/Alt}')
  await expect.element(place).toHaveTextContent('2 of 2')
  const asked = calls.flatMap(({ url }) =>
    url.pathname === '/api/testresults' ? [url.searchParams.get('SaleId')] : [],
  )
  expect([...new Set(asked)]).toEqual(['31', '32'])
})

test('who may not open results is brought to the patient, as without calls', async () => {
  const CallsToMake = [{ SaleId: 31, WorkItemId: 1, Element: 'Potassium', Result: '5' }]
  await opened([merge], somebody('BusinessManager', 'lab', { without: ['testresults list'] }))
  const calls = answerSome(({ method }) => (method === 'PUT' ? { message: 'Undone', CallsToMake } : undefined))
  await userEvent.click(button)
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Two persons')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect.poll(() => calls.map(({ url }) => url.pathname)).toContain('/api/clients/5')
})

test('where several were merged into it, each can be chosen', async () => {
  const older = { ...merge, SourceId: 4, Source: 'Mina Rao', MergedOn: '2026-11-18T06:00:00Z' }
  await opened([merge, older])
  const calls = answerSome(({ method }) =>
    method === 'PUT' ? { message: 'The merge is undone', ClientId: 4, CallsToMake: [] } : undefined,
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
