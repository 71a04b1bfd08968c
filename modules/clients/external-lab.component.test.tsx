// The picker of outside labs, which no field names: what it asks for and lists.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Picker } from '../../web/picker/picker.tsx'
import { registerPickers } from '../../web/picker/pickers.ts'
import { answerSome, bringServerBack, takeServerAway } from '../../web/screen/no-server.fixture.ts'
import { clear, draw } from '../../web/screen/on-screen.fixture.tsx'
import { clientPickers } from './clients.picker.ts'

registerPickers(clientPickers)
afterEach(() => {
  clear()
  bringServerBack()
})

test('OPS-292 MDA-327 the picker externallab asks for clients of type 20 and lists them', async () => {
  takeServerAway()
  const calls = answerSome(() => [
    { ClientId: 4, Name: 'Meridian Reference Laboratory', Code: 'MRL', ClientTypeId: 20 },
    { ClientId: 8, Name: 'Western Reference Laboratory', Code: 'WRL', ClientTypeId: 20 },
  ])
  const nothing = () => undefined
  draw(<Picker name="externallab" title="External Lab" start="" around={{}} onPick={nothing} onClose={nothing} />)
  const rows = page.getByRole('dialog', { name: 'External Lab' }).getByRole('row')
  const names = () =>
    rows
      .elements()
      .slice(1)
      .map((row) => row.textContent.trim())
  await expect.poll(names).toEqual(['Meridian Reference LaboratoryMRL', 'Western Reference LaboratoryWRL'])
  const [asked] = calls
  expect([asked?.url.pathname, asked?.url.searchParams.get('ClientTypeId')]).toEqual(['/api/getdata/200', '20'])
})
