import { beforeAll, expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import type { Mail } from '../letter.ts'
import { mailNotifications, mailServer } from './mail.ts'
import { notifyUsers } from '../db/notify.ts'
import { postOffice } from '../testing/post-office.ts'
import { networkForTests } from '../testing/network.ts'
import { readRow, setRows } from '../testing/rows.ts'

const { app } = networkForTests()
const users = { reader: 0, without: 0 }
beforeAll(async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update users
      set
        email = null
    `)
    await tx.run(sql`
      update users
      set
        email = 'desk@example.com'
      where
        user_name = 'labdesk'
    `)
  })
  const id = (name: string) => readRow<{ Id: number }>(app, 'users', { UserName: name }, 'user_id as id')
  users.reader = (await id('labdesk')).Id
  users.without = (await id('accounts')).Id
})

const tell = (subject: string, to: readonly number[]) =>
  app.db.transaction((tx) =>
    notifyUsers(tx, to, { creater: 'Laboratory', subject, content: 'Potassium of Asha Rane: 7.1' }),
  )

test('a notification is sent as e-mail once, to users with an address, with its subject but not its content', async () => {
  const office = await postOffice()
  await tell('Critical value', [users.reader, users.without])
  expect(await mailNotifications(app.db, mailServer(office.address))).toBe(1)
  expect(await mailNotifications(app.db, mailServer(office.address))).toBe(0)
  expect(office.letters).toHaveLength(1)
  expect(office.letters[0]).toMatch(/From: lab@example\.com[^]*To: desk@example\.com[^]*Subject: Critical value/)
  expect(office.letters[0]).not.toMatch(/Potassium|Rane/)
  office.server.close()
})

test('a user who is no longer active gets no mail', async () => {
  const office = await postOffice()
  await tell('Report ready', [users.reader])
  await setRows(app, 'users', { UserName: 'labdesk' }, { IsActive: false })
  expect(await mailNotifications(app.db, mailServer(office.address))).toBe(0)
  await setRows(app, 'users', { UserName: 'labdesk' }, { IsActive: true })
  expect(await mailNotifications(app.db, mailServer(office.address))).toBe(1)
  office.server.close()
})

test('a mail server that refuses loses no mail: queued mail is sent the next time', async () => {
  const busy = await postOffice('busy')
  await tell('Report ready', [users.reader])
  await expect(mailNotifications(app.db, mailServer(busy.address))).rejects.toThrow(/451/)
  busy.server.close()
  const office = await postOffice()
  expect(await mailNotifications(app.db, mailServer(office.address))).toBe(1)
  expect(office.letters).toHaveLength(1)
  office.server.close()
})

test('a notification that was dismissed or is older than a day is not sent', async () => {
  await tell('Old', [users.reader])
  await tell('Read', [users.reader])
  await setRows(app, 'notifications', { Subject: 'Old' }, { CreatedOn: sql`now() - interval '25 hours'` })
  await setRows(app, 'notifications', { Subject: 'Read' }, { DismissedAt: sql`now()` })
  const sent: string[] = []
  await mailNotifications(app.db, async (mail) => void sent.push(mail.subject))
  expect(sent).toEqual([])
})

test('a letter that the mail server refuses does not block the next ones, and is reported', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update notifications
      set
        mailed_at = now()
    `)
    await tx.run(sql`
      update users
      set
        email = 'nobody@example.com'
      where
        user_name = 'accounts'
    `)
  })
  await tell('To nobody', [users.without])
  await tell('To the desk', [users.reader])
  const sent: string[] = []
  const send = async (mail: Mail): Promise<void> => {
    if (mail.to === 'nobody@example.com') throw Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE' })
    sent.push(mail.subject)
  }
  await expect(mailNotifications(app.db, send)).rejects.toThrow('550')
  expect(sent).toEqual(['To the desk'])
  // it is queued, for the mailbox may be created
  expect(
    await app.db.read.rows(sql`
      select
        subject
      from
        notifications
      where
        mailed_at is null
    `),
  ).toEqual([{ Subject: 'To nobody' }])
})

test('an unreachable mail server is tried once, not for every letter', async () => {
  await tell('Waits', [users.reader])
  let asked = 0
  const away = async (): Promise<void> => {
    asked += 1
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
  }
  await expect(mailNotifications(app.db, away)).rejects.toThrow('no answer')
  expect(asked).toBe(1)
})
