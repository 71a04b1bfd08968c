// A consent is whole or absent, and each line that lacks one is refused at its place.
import { expect, test } from 'vitest'
import { errorsOf } from '../../../core/refusal.ts'
import { haveConsent, isWholeConsent } from './consent.rules.ts'

test('a consent has a person and a form; the guardian has a name', () => {
  const of = (...[ConsentBy, ConsentName, ConsentForm]: (string | null)[]) =>
    Object.keys(
      errorsOf(
        isWholeConsent({
          ConsentBy: ConsentBy === 'guardian' || ConsentBy === 'patient' ? ConsentBy : null,
          ConsentName: ConsentName ?? null,
          ConsentForm: ConsentForm === 'written' ? 'written' : null,
        }),
      ),
    )
  expect(of(null, null, null)).toEqual([])
  expect(of('patient', null, 'written')).toEqual([])
  expect(of('patient', null, null)).toEqual(['ConsentForm'])
  expect(of('guardian', '  ', 'written')).toEqual(['ConsentName'])
  expect(of('guardian', 'Asha Patil', 'written')).toEqual([])
  expect(of(null, 'Asha Patil', null)).toEqual(['ConsentBy'])
})

test('each line without one is named at its own place', () => {
  const line = (Place: number, ConsentBy: string | null) => ({ Place, Name: `Test ${Place}`, ConsentBy })
  expect(haveConsent([line(0, 'patient')]).ok).toBe(true)
  expect(Object.keys(errorsOf(haveConsent([line(0, 'patient'), line(1, null), line(3, null)])))).toEqual([
    'SaleProducts.1.ConsentBy',
    'SaleProducts.3.ConsentBy',
  ])
})
