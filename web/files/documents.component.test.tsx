// Adding a document of some parts of a record: which parts, before it can be added, and the parts in the list.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome, bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { DocumentsDialog } from './documents-dialog.tsx'

afterEach(() => {
  clear()
  bringServerBack()
})

const files = {
  kinds: [
    ['outside', 'Report of an outside lab'],
    ['other', 'Other'],
  ],
  content: ['pdf'],
  about: { outside: 'Tests' },
  largest: 1000,
  most: 20,
} as const
const paper = { KeptFileId: 1, Kind: 'outside', Name: 'a.pdf', Size: 900, UserId: 1, FullName: 'Kiran', About: [12] }
const parts = [
  { Key: 12, Name: 'Anti-CCP' },
  { Key: 15, Name: 'Hb Variants' },
]
const open = (there: readonly object[]) => {
  takeServerAway()
  const calls = answerSome(({ method, url }) => {
    if (url.pathname.endsWith('/parts')) return there
    if (method === 'POST') return { message: 'b.pdf was saved' }
    return url.pathname.endsWith('/files') ? [{ ...paper, createdAt: '2026-11-20T05:00:00.000Z' }] : undefined
  })
  draw(<DocumentsDialog moduleId="testresults" formId={7} files={files} mayChange onClose={() => undefined} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ url }) => url.searchParams.get('About'))
}
const add = page.getByRole('button', { name: 'Add', exact: true })
const choose = () => userEvent.upload(page.getByLabelText('File'), new File(['%PDF'], 'b.pdf'))

test('of several tests it says of which the report is, and is not added before', async () => {
  const sent = open(parts)
  await expect.element(page.getByText('Report of an outside lab, Anti-CCP, 1 KB')).toBeVisible()
  await choose()
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  expect(document.body.textContent).toContain('Say of which tests it is')
  await userEvent.click(page.getByLabelText('Hb Variants'))
  await userEvent.click(add)
  await expect.poll(sent).toEqual(['15'])
})

test('of the only test it is without a question, and a document of another kind is of the whole', async () => {
  const sent = open(parts.slice(0, 1))
  await choose()
  await expect.element(page.getByRole('group', { name: 'Tests' })).not.toBeInTheDocument()
  await userEvent.click(add)
  await expect.poll(sent).toEqual(['12'])
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'Other')
  await choose()
  await userEvent.click(add)
  await expect.poll(sent).toEqual(['12', null])
})

test('where there are no such parts another kind is chosen', async () => {
  open([])
  await choose()
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  const none = 'There are no tests here for "Report of an outside lab". Choose another kind'
  await expect.poll(() => document.body.textContent).toContain(none)
  await userEvent.selectOptions(page.getByLabelText('Kind'), 'Other')
  await expect.element(add).not.toHaveAttribute('aria-disabled', 'true')
})
