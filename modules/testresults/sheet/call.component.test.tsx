// The call that the sheet asks for about a value that was issued in another patient's name.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { aShownRow } from '../judging/entry.fixture.ts'
import type { ResultRow } from '../testresults.model.ts'

afterEach(leave)

const begin = async (part: Partial<ResultRow>): Promise<void> => {
  await open('/testresults?SaleId=9', {
    session: somebody('Pathologist'),
    read: [['/api/testresults?SaleId=9', {}, [aShownRow(part)]]],
  })
  await expect.element(page.getByText('Potassium').first()).toBeVisible()
}
const said = () => document.querySelector('.critical-call')?.textContent
const form = page.getByRole('group', { name: 'Call about Potassium' })
const owed = { Result: '5.0', Flag: 'N', IsToCallAgain: true } as const

test('a value in its interval is called about where a call to the right patient is owed, by its key', async () => {
  await begin(owed)
  await expect.poll(said).toContain('Issued in another patient’s name. Log the call about it to the right patient.')
  await userEvent.keyboard('{Alt>}k{/Alt}')
  await expect.element(form.getByLabelText('Spoken to')).toHaveFocus()
  const calls = answerSome(({ method }) => (method === 'POST' ? { message: 'Logged' } : undefined))
  await userEvent.selectOptions(form.getByLabelText('Who that is'), 'doctor')
  await userEvent.click(form.getByLabelText('Read back'))
  await userEvent.keyboard('{Alt>}k{/Alt}')
  const body = { WorkItemId: 1, CalledTo: 'Dr Sawant', CalledRole: 'doctor', Reached: true, ReadBack: true }
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toMatchObject(body)
})

test('the same on a phone', async () => {
  await page.viewport(390, 844)
  await begin(owed).finally(() => page.viewport(1280, 800))
  await expect.element(form).toBeVisible()
})

test('a calculated value that comes out otherwise by the right age is called about as it was issued', async () => {
  await begin({ ...owed, Formula: '{99} * 2', DecimalPlaces: 0 })
  await expect.element(form).toBeVisible()
})

type Case = { what: string; part: Partial<ResultRow>; says: string | undefined }
const CriticalCall: ResultRow['CriticalCall'] = {
  CalledTo: 'Dr Right',
  CalledRole: 'doctor',
  CalledPhone: null,
  CalledAt: '2026-11-22T04:50:00Z',
  CalledBy: 'Asha',
  ReadBack: true,
  Remarks: null,
}
const cases: readonly Case[] = [
  { what: 'no call is owed', part: { IsToCallAgain: false }, says: undefined },
  { what: 'the call was made', part: { CriticalCall }, says: 'Asha spoke to Dr Right (doctor)' },
]
test.each(cases)('where $what, none is asked for', async ({ part, says }) => {
  await begin({ ...owed, ...part })
  await expect.element(form).not.toBeInTheDocument()
  await (says === undefined ? expect.poll(said).toBeUndefined() : expect.poll(said).toContain(says))
})
