// Time zones, currencies and locales that this side's Intl knows: offered while typing, and refused where
// unknown.
type Known = readonly (readonly [value: string, name: string])[]

const made = (make: () => unknown): boolean => {
  try {
    make()
    return true
  } catch {
    return false
  }
}

// an offset (+05:30) is no zone: it has no rules, and databases read its sign the other way round
export const isZone = (zone: string): boolean =>
  /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i.test(zone) && made(() => new Intl.DateTimeFormat('en', { timeZone: zone }))
const currencyCodes = (): string[] => Intl.supportedValuesOf('currency')
export const isCurrency = (code: string): boolean => currencyCodes().includes(code)
export const decimalsOf = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
export const isLocale = (locale: string): boolean =>
  made(() => Intl.getCanonicalLocales(locale)) && Intl.NumberFormat.supportedLocalesOf(locale).length === 1
// amounts are typed with a point and stored with two decimals
export const writesPoints = (locale: string): boolean =>
  new Intl.NumberFormat(locale, { useGrouping: false }).format(1.5) === '1.5'

/** How far a zone is from Greenwich now: `GMT+05:30`. */
export const offsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts()
    .find((part) => part.type === 'timeZoneName')?.value ?? ''
/** Today's names of zones that Intl still lists under old ones. */
const renamed = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'UTC']
/** Time zones with how far they are from Greenwich now. */
export const zones = (): Known =>
  [...new Set([...renamed.filter(isZone), ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((zone) => [zone, offsetOf(zone)])

/** Currencies of two decimals: `₹ Indian Rupee`. */
export const currencies = (): Known => {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const signOf = (currency: string): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find((part) => part.type === 'currency')?.value ?? currency
  return currencyCodes()
    .filter((code) => decimalsOf(code) === 2)
    .map((code) => [
      code,
      [...new Set([signOf(code), names.of(code) ?? code])].filter((word) => word !== code).join(' '),
    ])
}

const regions = 'AE AU BD BW CA GB GH HK IE IL IN JM KE LK MT MU MY NG NP NZ PH PK SG TT TZ UG US ZM ZW'.split(' ')
const others = ['gu-IN', 'hi-IN', 'kn-IN', 'ml-IN', 'pa-IN', 'ta-IN', 'te-IN']
/** Locales that write figures as amounts are typed here: `English (India) 12,34,567.5`. */
export const locales = (): Known => {
  const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
  return [...regions.map((region) => `en-${region}`), ...others]
    .filter((locale) => isLocale(locale) && writesPoints(locale))
    .map((locale) => [locale, `${names.of(locale) ?? locale} ${new Intl.NumberFormat(locale).format(1_234_567.5)}`])
}
