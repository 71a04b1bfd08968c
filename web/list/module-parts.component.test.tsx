// The buttons of a module on its list, before and after it is searched.
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clientType } from '../../modules/lists/items.model.ts'
import { somebody } from '../screen/session.fixture.ts'
import { SessionContext } from '../session/session.ts'
import { ListButton } from './module-parts.tsx'

test('tax is returned and paid from the party ledger before a client is chosen; acts on rows wait for the rows', async () => {
  const accounts = somebody('Accounts')
  const session = { ...accounts, Entity: { ...accounts.Entity, ClientTypeId: clientType.LegalEntity } }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(
    <SessionContext value={session}>
      <ListButton moduleId="partyledger" query={undefined} rows={[]} />
      <ListButton moduleId="ageing" query={undefined} rows={[]} />
    </SessionContext>,
  )
  await expect.element(page.getByRole('button', { name: 'Pay GST' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'GSTR-1' })).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(2)
  root.unmount()
  place.remove()
})
