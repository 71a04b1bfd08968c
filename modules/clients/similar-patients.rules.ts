// Patients with the same name, birth year and phone: looked up (GET /api/warnings/patient)
// before a new one is saved.
import { formatAge, isMoment } from '../../core/dates.ts'
import type { similarPatients } from './acts/answers.model.ts'
import type { RowTo } from '../../core/answer/answer.ts'

export type SimilarPatient = RowTo<typeof similarPatients>

type Asked = Readonly<Partial<Record<'Name' | 'BirthDate' | 'MobilePhone', unknown>>>
/**
 * The question to the server for patients like the one being entered; birth year and phone narrow it where given.
 */
export const similarQuery = (values: Asked) => ({
  Name: values.Name,
  BirthYear:
    typeof values.BirthDate === 'string' && isMoment(values.BirthDate)
      ? Number(values.BirthDate.slice(0, 4))
      : undefined,
  MobilePhone: values.MobilePhone === '' ? undefined : values.MobilePhone,
})

/** One of them in words: name, age, phone. */
export const similarText = (one: SimilarPatient, now: Date): string =>
  [one.Name, formatAge(one.BirthDate, now), one.Phone ?? ''].filter((part) => part !== '').join(', ')
