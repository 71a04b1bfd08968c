// An export that the database could not finish, in a real browser: the file and the screen both report it.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cutIn } from '../../../core/files/csv.ts'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { button, journeyForTests, said, shows } from '../../hands/journey.ts'
import { grid } from '../../hands/sales-list.ts'

const { here } = journeyForTests()

test('the file is saved, its last line reports that it is incomplete, and so does a message', async () => {
  await aPatient(await here.person('labdesk', 5, 2), { Name: 'Sunita Kulkarni' })
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/summary/patients')
  await shows(grid(page).getByText('Sunita Kulkarni'))
  // from now on computing the age of a patient fails
  const owner = new pg.Client({ connectionString: here.app.ownerUrl })
  await owner.connect()
  await owner.query(`
    create or replace function age_short(birth date, at timestamptz) returns text
    language plpgsql as $$ begin raise exception 'no ages'; end $$
  `)
  await owner.end()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  const words = 'THIS FILE IS NOT COMPLETE: 0 rows are here, then reading failed: export it again'
  await shows(said(page, words))
  expect(cutIn(await readFile(await download.path(), 'utf8'))).toBe(words)
})
