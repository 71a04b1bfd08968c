// What the network may set, and what cannot be changed after the first bill or payment.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import type { Errors } from '../../core/validate.ts'
import { decimalsOf, isCurrency, isLocale, isZone, writesPoints } from './known.rules.ts'
import type { Settings, SettingsDraft } from './settings.model.ts'

type Set = Partial<Record<'TimeZone' | 'Currency' | 'Locale' | 'PublicAddress' | 'CashNotes', unknown>>

export const addressForm = 'Like https://lab.example.org'
const isAddress = (address: string): boolean =>
  /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[^\s?#\\]*)?$/i.test(address)

const currencyError = (currency: string): string | undefined => {
  if (!isCurrency(currency)) return 'The three letters of a currency, like INR'
  return decimalsOf(currency) === 2 ? undefined : 'A currency with two decimals'
}
const localeError = (locale: string): string | undefined => {
  if (!isLocale(locale)) return 'Like en-IN'
  return writesPoints(locale) ? undefined : 'One that writes decimals with a point, like en-IN'
}

/** The values of the notes and coins, as they are listed in the setting. */
export const denominationsOf = (setting: string | null | undefined): readonly number[] =>
  (setting ?? '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number)
const areNotes = (setting: string): boolean => {
  const values = denominationsOf(setting)
  return new Set(values).size === values.length && values.every((value) => value > 0 && Number.isInteger(value * 100))
}

const checks = {
  TimeZone: (zone: string) => (isZone(zone) ? undefined : 'This time zone is not known'),
  Currency: currencyError,
  Locale: localeError,
  PublicAddress: (address: string) => (isAddress(address) ? undefined : addressForm),
  CashNotes: (notes: string) => (areNotes(notes) ? undefined : 'Numbers above 0, each once, like 500, 200, 100'),
}

/** Errors beyond the format: names that no calendar, currency or language table has. */
export const settingErrors = (set: Set): Errors =>
  Object.fromEntries(
    (['TimeZone', 'Currency', 'Locale', 'PublicAddress', 'CashNotes'] as const).flatMap((name) => {
      const value = set[name]
      const wrong = typeof value === 'string' && value.trim() !== '' ? checks[name](value) : undefined
      return wrong === undefined ? [] : [[name, [wrong]]]
    }),
  )

/** Why a setting cannot be changed. */
export const mayMove = (name: string, { HasWork }: Pick<SettingsDraft, 'HasWork'>): Decision =>
  allOf(
    must(
      name !== 'TimeZone' || HasWork !== true,
      'The time zone cannot be changed: bills or payments were dated in it',
      { at: 'TimeZone', code: 'days-kept' },
    ),
    must(name !== 'Currency' || HasWork !== true, 'The currency cannot be changed: bills or payments are in it', {
      at: 'Currency',
      code: 'amounts-kept',
    }),
  )

/** Whether the settings may change from `before` to `after`. */
export const mayBecome = (before: Settings, after: SettingsDraft): Decision =>
  allOf(
    ...(['TimeZone', 'Currency'] as const)
      .filter((name) => after[name] !== undefined && after[name] !== before[name])
      .map((name) => mayMove(name, before)),
  )
