// The report next to the list is that of the selected row, or none.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cache } from '../../web/api/cache.ts'
import { bringServerBack, takeServerAway } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { SessionContext } from '../../web/session/session.ts'
import { Preview } from './preview.screen.tsx'

const row = (SaleId: number, AccessionNo: string, Version = 1) => ({
  SaleId,
  AccessionNo,
  Version,
  State: 'Final',
  Patient: `Patient ${String(SaleId)}`,
})
const place = document.createElement('div')
const root = createRoot(place)
const show = (given: Readonly<Record<string, unknown>>) =>
  root.render(
    <QueryClientProvider client={cache}>
      <SessionContext value={somebody()}>
        <Preview row={given} />
      </SessionContext>
    </QueryClientProvider>,
  )
beforeEach(() => {
  takeServerAway()
  document.body.append(place)
})
afterEach(bringServerBack)
const kept = (saleId: number, version: number) =>
  cache.setQueryData(['preview', 'testreports', saleId, version], new Blob(['%PDF-1.4'], { type: 'application/pdf' }))

test('the preview names the accession of its row; another row removes the last report before its own is loaded', async () => {
  kept(7, 1)
  show(row(7, 'NCL2611000007'))
  await expect.element(page.getByRole('heading', { name: 'Report NCL2611000007' })).toBeVisible()
  await expect.element(page.getByTitle('Report NCL2611000007')).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  show(row(8, 'NCL2611000008'))
  await expect.element(page.getByRole('heading', { name: 'Report NCL2611000008' })).toBeVisible()
  expect(place.querySelector('iframe')).toBeNull()
  await expect.element(page.getByText('Patient 8 · version 1 · Final')).toBeVisible()
})

test('a version that replaces another is loaded as a new paper', async () => {
  kept(7, 1)
  show(row(7, 'NCL2611000007'))
  await expect.element(page.getByTitle('Report NCL2611000007')).toBeVisible()
  show(row(7, 'NCL2611000007', 2))
  await expect.element(page.getByText('version 2', { exact: false })).toBeVisible()
  expect(place.querySelector('iframe')).toBeNull()
})

test('a report that cannot be loaded shows why, in place of the paper', async () => {
  show(row(9, 'NCL2611000009'))
  await expect.element(page.getByRole('alert')).toHaveTextContent("The server can't be reached.")
})
