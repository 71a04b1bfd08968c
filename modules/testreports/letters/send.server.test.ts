// Reports by e-mail, through a mail server: recipients, once each, refusals, and where the outcome is shown.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setNetwork } from '../../../core/network.ts'
import { sql } from '../../../server/db/db.ts'
import { mailServer } from '../../../server/jobs/mail.ts'
import { systemAuthor } from '../../../server/session/system.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { postOffice } from '../../../server/testing/post-office.ts'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn } from '../../../server/testing/signed-in.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { amended, labForTests, letGo } from '../../testresults/testresults.fixture.ts'
import { sendLetters } from './send.server.ts'

const { app, bench } = labForTests()
const [doctor, hospital] = [101, 21]
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk, { Email: 'patient@example.com' })
})
const wants = (ClientId: number, EmailReports: boolean, email: string | null) =>
  setRows(app, 'clients', { ClientId }, { EmailReports, Email: email })
beforeEach(async () => {
  await wants(patient, true, 'patient@example.com')
  await wants(doctor, true, 'doctor@example.com')
  await wants(hospital, true, 'ward@example.com')
  await setRows(app, 'clients', { ClientId: hospital }, { IsActive: true })
  await app.db.transaction((tx) => tx.run(sql` delete from report_letters `))
})

/** A sale of the hospital for the patient, referred by the doctor, with its report released. */
const reported = async (): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId: patient,
    BuyerId: hospital,
    ReferringDoctorId: doctor,
    products: [product.electrolytes],
  })
  await letGo(bench, sale.SaleId, { Sodium: '131' })
  return sale
}
const send = (address: string) => sendLetters(app.db, mailServer(address, { confidential: true }), systemAuthor('test'))
/** Sends all waiting letters; answers them as a mail server receives them. */
const delivered = async (): Promise<string[]> => {
  const office = await postOffice()
  await send(office.address)
  office.server.close()
  return office.letters
}
const to = (letters: readonly string[]) => letters.map((letter) => /^To: (.*)$/m.exec(letter)?.[1]?.trim()).sort()
const states = async () =>
  (
    await app.db.read.rows<{ State: string; Reason: string | null }>(sql`
      select
        state,
        reason
      from
        report_letters
      order by
        state,
        reason
    `)
  ).map(({ State, Reason }) => [State, Reason])
const attached = async (letter: string): Promise<string> => {
  const [, base64 = ''] = /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(letter) ?? []
  return (await pdfPages(Buffer.from(base64, 'base64'))).join(' ')
}

/** The letter without its attachment and the marks between its parts, which may spell anything. */
const envelopeOf = (letter: string): string =>
  (letter.split('Content-Disposition: attachment')[0] ?? '').replaceAll(/--_NmP-\S+/g, '')

test('patient, doctor and institution who want it get the report as a PDF, once; the envelope names neither patient nor result', async () => {
  const sale = await reported()
  const letters = await delivered()
  expect(to(letters)).toEqual(['doctor@example.com', 'patient@example.com', 'ward@example.com'])
  for (const letter of letters) {
    expect(letter).toContain(`Subject: Report ${String(sale.AccessionNo)}`)
    expect(envelopeOf(letter)).not.toMatch(/Ramesh|Sodium|131/)
    const text = await attached(letter)
    for (const part of ['Ramesh Kumar Joshi', 'Sodium', '131', String(sale.AccessionNo)]) expect(text).toContain(part)
  }
  expect(new Set(letters.map((letter) => /^Message-ID: (.*)$/m.exec(letter)?.[1])).size).toBe(3)
  expect(await delivered()).toEqual([])
  expect(await countRows(app, 'access_log', { What: 'mail', FormId: sale.SaleId })).toBe(3)
})

test('what is sensitive is sent to the patient and the doctor, and to who bought it where that one treats patients', async () => {
  const gives = (GivesCare: boolean) => setRows(app, 'clients', { ClientId: hospital }, { GivesCare })
  const mark = (IsSensitive: boolean) => setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive })
  await mark(true)
  try {
    await gives(false)
    await reported()
    expect(to(await delivered())).toEqual(['doctor@example.com', 'patient@example.com'])
    await gives(true)
    await reported()
    await gives(false)
    expect(to(await delivered())).toEqual(['doctor@example.com', 'patient@example.com'])
    await gives(true)
    await reported()
    expect(to(await delivered())).toEqual(['doctor@example.com', 'patient@example.com', 'ward@example.com'])
  } finally {
    await mark(false)
  }
})

test('a recipient who does not want it, has no address or is inactive gets none; an address gets one', async () => {
  await wants(patient, false, 'patient@example.com')
  await wants(doctor, true, null)
  await reported()
  await setRows(app, 'clients', { ClientId: hospital }, { IsActive: false })
  expect(await delivered()).toEqual([])
  expect(await states()).toEqual([['dropped', 'The recipient is no longer active']])
  await setRows(app, 'clients', { ClientId: hospital }, { IsActive: true })
  await wants(patient, true, 'Shared@example.com')
  await wants(doctor, true, 'shared@example.com')
  await wants(hospital, false, null)
  await reported()
  expect((await delivered()).length).toBe(1)
})

test('an amended report goes to the same recipients and replaces the last; unsent letters of the last are dropped', async () => {
  const sale = await reported()
  expect((await amended(bench, sale.SaleId, { Sodium: '134' })).status).toBe(200)
  const letters = await delivered()
  expect(letters).toHaveLength(3)
  for (const letter of letters) {
    expect(letter).toContain('Subject: Amended report')
    expect(letter).toContain('It replaces the version before')
    expect(await attached(letter)).toContain('AMENDED')
  }
  expect(await states()).toEqual([
    ...Array.from({ length: 3 }, () => ['dropped', 'A later version replaced it']),
    ...Array.from({ length: 3 }, () => ['sent', null]),
  ])
})

test('a recipient of a version who does not get the amended one is notified once that it is no longer valid, without report or name', async () => {
  const sale = await reported()
  expect(await delivered()).toHaveLength(3)
  // another address, no longer wanted, and another patient
  await wants(hospital, true, 'new-ward@example.com')
  await wants(doctor, false, null)
  const correct = await bench.other.put('/api/correctpatient/sales', {
    SaleId: sale.SaleId,
    PatientId: await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2, Email: 'mira@example.com' }),
    ReasonId: 173,
    Remarks: 'Requisitions were exchanged',
  })
  expect(correct.status).toBe(200)
  const letters = await delivered()
  expect(to(letters)).toEqual(['doctor@example.com', 'new-ward@example.com', 'patient@example.com', 'ward@example.com'])
  for (const letter of letters) {
    const isReport = to([letter])[0] === 'new-ward@example.com'
    expect(letter.includes('application/pdf')).toBe(isReport)
    expect(letter.includes(`Subject: Report ${String(sale.AccessionNo)} was replaced`)).toBe(!isReport)
    expect(envelopeOf(letter)).not.toMatch(/Ramesh|Mira|Sodium|131|exchanged/)
  }
  const [newest] = (await bench.desk.get(`/api/testreports/${String(sale.SaleId)}`)).body.Versions
  expect(JSON.stringify(newest?.Letters)).toContain('that the version before is no longer valid')
  expect((await amended(bench, sale.SaleId, { Sodium: '134' })).status).toBe(200)
  expect(to(await delivered())).toEqual(['new-ward@example.com'])
})

test('an unsent letter is dropped without a notice', async () => {
  const sale = await reported()
  await wants(doctor, false, null)
  expect((await amended(bench, sale.SaleId, { Sodium: '134' })).status).toBe(200)
  expect(to(await delivered())).toEqual(['patient@example.com', 'ward@example.com'])
})

test('a code to verify it is printed where the network has a public address; without one the paper names the laboratory to ask', async () => {
  await wants(doctor, false, null)
  await wants(hospital, false, null)
  await reported()
  const [without = ''] = await delivered()
  const bare = (await attached(without)).replace(/\s+/g, ' ')
  expect(bare).toContain('The laboratory confirms by number, version and hash whether this version is current')
  expect(bare).not.toContain('/verify')
  setNetwork({ publicAddress: 'https://lab.example.org' })
  await reported()
  const [withOne = ''] = await delivered()
  setNetwork({ publicAddress: null })
  expect((await attached(withOne)).replace(/\s+/g, '')).toContain('openlab.example.org/verify')
})

test('a letter is checked again before it is sent: cancelled, no longer wanted, another patient', async () => {
  const cancelled = await reported()
  await setRows(app, 'sales', { SaleId: cancelled.SaleId }, { StatusId: saleStatus.Cancelled })
  expect(await delivered()).toEqual([])
  expect(await states()).toEqual(Array.from({ length: 3 }, () => ['dropped', 'The sale is cancelled']))
  await setRows(app, 'sales', { SaleId: cancelled.SaleId }, { StatusId: saleStatus.Reported })
  const sale = await reported()
  await wants(doctor, false, 'doctor@example.com')
  const other = await aPatient(bench.desk, { Name: 'Other' })
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { PatientId: other })
  expect(to(await delivered())).toEqual(['ward@example.com'])
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { PatientId: patient })
})

test('a mail server that refuses loses no letter: each is sent later, once, also by two senders at a time', async () => {
  await reported()
  const busy = await postOffice('busy')
  await expect(send(busy.address)).rejects.toThrow('451')
  busy.server.close()
  // later, not at once
  expect((await states()).map(([state]) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  await setRows(app, 'report_letters', { State: 'waiting' }, { NextAt: sql`now()` })
  const office = await postOffice()
  await Promise.all([send(office.address), send(office.address)])
  office.server.close()
  expect(to(office.letters)).toEqual(['doctor@example.com', 'patient@example.com', 'ward@example.com'])
})

test('a letter that was handed over without an answer is not sent again automatically, nor one that a stopped server was sending', async () => {
  await wants(doctor, false, null)
  await wants(hospital, false, null)
  await reported()
  const silent = await postOffice('silent')
  await expect(send(silent.address)).rejects.toThrow()
  silent.server.close()
  expect(silent.letters).toHaveLength(1)
  expect(await states()).toEqual([['unknown', 'The mail server did not answer. The letter may have been delivered']])
  await setRows(
    app,
    'report_letters',
    { State: 'unknown' },
    { State: 'sending', NextAt: sql`now() - interval '16 minutes'` },
  )
  expect(await delivered()).toEqual([])
  expect(await states()).toEqual([['unknown', 'The server stopped while sending. The letter may have been delivered']])
})

test('staff see with the version who received it; the doctor does not', async () => {
  const sale = await reported()
  await delivered()
  const path = `/api/testreports/${String(sale.SaleId)}` as const
  const letters = async (person: typeof bench.desk) =>
    (await person.get(path)).body.Versions.map((version) => version.Letters)
  const [told] = await letters(bench.desk)
  expect(told).toHaveLength(3)
  expect(told?.[0]).toEqual({ To: expect.any(String), State: 'sent', At: expect.any(String), Reason: null })
  expect(JSON.stringify(await letters(await signedIn(app, 'doctor', 12, 101)))).not.toContain('sent')
})

test('each person who was sent a report is sent that it is withdrawn, also when its sale is cancelled', async () => {
  const sale = await reported()
  expect(await delivered()).toHaveLength(3)
  await wants(doctor, false, null)
  const manager = await signedIn(app, 'manager', 2, 2)
  const cancelled = await manager.put('/api/cancel/sales', {
    formId: sale.SaleId,
    reason: 'Booked twice',
    Report: 'withdraw',
  })
  expect(cancelled.status).toBe(200)
  const letters = await delivered()
  expect(to(letters)).toEqual(['doctor@example.com', 'patient@example.com', 'ward@example.com'])
  const subjects = letters.map((letter) => /^Subject: (.*?) NCL/m.exec(letter)?.[1]).sort()
  const notice = letters.find((letter) => letter.includes('doctor@example.com')) ?? ''
  expect(subjects.filter((one) => one === 'Withdrawn report')).toHaveLength(2)
  expect(notice).toContain('was withdrawn')
  expect(envelopeOf(notice)).not.toMatch(/Ramesh|Sodium|Booked/)
  const [paper = ''] = letters.filter((letter) => letter.includes('Withdrawn report'))
  expect(await attached(paper)).toContain('The order was cancelled')
})
