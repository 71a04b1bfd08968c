// Whether what was scanned or stated at the draw is of the patient of the tubes.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { identifiedBy, mayIdentify, type Identified } from './identity.rules.ts'

const now = new Date('2026-11-26T06:00:00Z')
const patient: Identified = {
  SaleId: 871,
  AccessionNo: 'NCL2611000871',
  PatientId: 5,
  BirthDate: '1980-11-02',
  Phone: '+91 98123 45670',
}
const of = (sent: string, some: Partial<Identified> = {}) => identifiedBy(sent, { ...patient, ...some }, now)

test('a scanned bill, a stated birth date or a stated phone is of the patient', () => {
  expect(['NCL2611000871', 'ncl2611-000871', '871'].map((sent) => of(sent))).toEqual(['bill', 'bill', 'bill'])
  expect(['02-11-1980', '2/11/1980', '02 nov 1980', '1980-11-02', '02111980'].map((sent) => of(sent))).toEqual(
    Array(5).fill('birth date'),
  )
  expect(['9812345670', '+919812345670', '098123 45670'].map((sent) => of(sent))).toEqual(Array(3).fill('phone'))
})

test('those of another patient, or a part of them, are not', () => {
  for (const sent of ['NCL2611000872', '87', '02-11-1981', '11-02-1980', '9812345671', '45670', 'Asha', '', '-'])
    expect(of(sent)).toBeUndefined()
  expect(of('', { AccessionNo: null })).toBeUndefined()
  expect(of('02-11-1980', { BirthDate: null })).toBeUndefined()
  expect(of('9812345670', { Phone: null })).toBeUndefined()
  // a stored number of few digits identifies none
  expect(of('2345670', { Phone: '2345670' })).toBeUndefined()
})

test('it is asked where the network says so, of one patient at a time', () => {
  const said = (sent: string | null, tubes: readonly Identified[], isAsked = true) =>
    reasonOf(mayIdentify(sent, tubes, { isAsked, now }))
  const other = { ...patient, PatientId: 6 }
  expect(said(null, [patient], false)).toBeUndefined()
  expect(said(null, [patient])).toContain('Scan the bill')
  expect(said('871', [patient, patient])).toBeUndefined()
  expect(said('871', [patient, other])).toBe('Identify one patient at a time')
  expect(said('872', [patient], false)).toContain('not of the patient of these tubes')
  // another sale of the same patient: the bill is of one of them, the birth date of both
  const later = { ...patient, SaleId: 872, AccessionNo: 'NCL2611000872' }
  expect(said('871', [patient, later])).toContain('not of the patient')
  expect(said('02-11-1980', [patient, later])).toBeUndefined()
})
