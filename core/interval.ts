// The interval of a result as text: its bounds for a column, and the classes of a decision limit, on screen and in
// print.

/**
 * `Text` as displayed: `borderline 130–159`. A bound is null where the class is open; `over`: the bound itself is
 * excluded.
 */
type IntervalClass = {
  readonly Text: string
  readonly Bounds: string
  readonly From: number | null
  readonly Till: number | null
  readonly over: boolean
}
/**
 * `Short`: the bounds alone, `3.5–5.1`, `< 100`; empty where there are none. `Note`: the whole text, where it has more
 * than the bounds.
 */
export type IntervalWords = {
  readonly Short: string
  readonly Note: string | null
  readonly Classes: readonly IntervalClass[]
  /** The desirable class; undefined when the bounds match none. */
  readonly Desirable: number | undefined
  /** Each class begins where the one before it ends. */
  readonly Whole: boolean
}

const number = String.raw`\d+(?:\.\d+)?`
const part = new RegExp(
  String.raw`^(|.*?\s)(?:(<=|>=|<|>|≤|≥)\s*(${number})|(${number})\s*[-–]\s*(${number}))(|\s[^\d]*)$`,
)
const longestWords = 30

/** Signs as printed: an en dash between numbers, ≥ and ≤, and no sign separated from its number. */
export const intervalText = (text: string): string =>
  text
    .replace(/(\d)\s*[-–]\s*(?=\d)/g, '$1–')
    .replaceAll('>=', '≥')
    .replaceAll('<=', '≤')
    .replace(/([<>≥≤])\s+(?=\d)/g, '$1\u00a0')

const classOf = (text: string): (IntervalClass & { readonly isBare: boolean; readonly label: string }) | null => {
  const [, label = '', sign, limit, low, high, more = ''] = part.exec(text.trim()) ?? []
  if (limit === undefined && low === undefined) return null
  const Text = intervalText(text.trim())
  const bare = { Text, label: label.trim(), isBare: label === '' && more === '' }
  if (limit === undefined)
    return {
      ...bare,
      Bounds: intervalText(`${low ?? ''} - ${high ?? ''}`),
      From: Number(low),
      Till: Number(high),
      over: false,
    }
  const Bounds = intervalText(`${sign ?? ''} ${limit}`)
  const isAbove = sign === '>' || sign === '>=' || sign === '≥'
  return {
    ...bare,
    Bounds,
    From: isAbove ? Number(limit) : null,
    Till: isAbove ? null : Number(limit),
    over: sign === '>' || sign === '<',
  }
}

const holds = (one: IntervalClass, value: number): boolean =>
  (one.From === null || (one.From !== null && one.Till === null && one.over ? value > one.From : value >= one.From)) &&
  (one.Till === null || (one.From === null && one.over ? value < one.Till : value <= one.Till))

/** The step between numbers as written: 0.1 for `5.7 - 6.4`. */
const stepOf = (text: string): number =>
  10 ** -Math.max(0, ...[...text.matchAll(/\d+(?:\.(\d+))?/g)].map(([, decimals]) => decimals?.length ?? 0))

const fromLowest = (classes: readonly IntervalClass[]): IntervalClass[] =>
  [...classes].sort((a, b) => (a.From ?? -Infinity) - (b.From ?? -Infinity))
/** Classes in the order printed; null when the parts are not classes or overlap (for example phases of a cycle). */
const classesOf = (text: string): { readonly classes: IntervalClass[]; readonly whole: boolean } | null => {
  const found = text.split(';').map(classOf)
  const classes = found.filter((one) => one !== null)
  if (found.length < 2 || classes.length < found.length) return null
  const step = stepOf(text) * 1.001
  const sorted = fromLowest(classes)
  const between = sorted.slice(1).map((one, index) => (one.From ?? -Infinity) - (sorted[index]?.Till ?? Infinity))
  if (between.some((gap) => !(gap >= 0))) return null
  return { classes, whole: between.every((gap) => gap <= step) }
}

const boundsText = (low: number | null, high: number | null): string =>
  low !== null && high !== null
    ? `${low}–${high}`
    : low !== null
      ? `≥\u00a0${low}`
      : high !== null
        ? `≤\u00a0${high}`
        : ''

/**
 * The words of an interval: `printed` is the catalogue's text, `low` and `high` are the bounds that results are flagged
 * by.
 */
export const intervalWords = (printed: string | null, low: number | null, high: number | null): IntervalWords => {
  const text = printed?.trim() ?? ''
  const plain = { Note: null, Classes: [], Desirable: undefined, Whole: false }
  if (text === '' || text === '-') return { ...plain, Short: boundsText(low, high) }
  const list = classesOf(text)
  if (list) {
    const { classes, whole } = list
    const at = classes.findIndex(
      (one) =>
        (low === null ? one.From === null : one.From === low) &&
        (high === null ? one.Till === null : one.Till === high || holds(one, high)),
    )
    const known = low === null && high === null ? -1 : at
    return {
      Short: classes[known]?.Bounds ?? boundsText(low, high),
      Note: null,
      Classes: classes,
      Desirable: known < 0 ? undefined : known,
      Whole: whole,
    }
  }
  const [first = ''] = text.split(';')
  const one = classOf(first)
  const isOnly = first === text
  if (one && isOnly)
    return { ...plain, Short: one.Bounds, Note: one.isBare || one.label === 'Normal' ? null : one.Text }
  if (one?.isBare) return { ...plain, Short: one.Bounds, Note: intervalText(text) }
  const bounds = boundsText(low, high)
  if (bounds === '' && text.length <= longestWords) return { ...plain, Short: intervalText(text) }
  return { ...plain, Short: bounds, Note: intervalText(text) }
}

/** The class of a value; undefined in a gap between two classes. */
export const classAt = (
  { Classes, Whole }: Pick<IntervalWords, 'Classes' | 'Whole'>,
  value: number | null,
): number | undefined => {
  if (value === null) return undefined
  const at = Classes.findIndex((one) => holds(one, value))
  if (at >= 0) return at
  // 129.5 is not yet 130
  const below = fromLowest(Classes).findLast((one) => one.From === null || value >= one.From)
  return Whole && below ? Classes.indexOf(below) : undefined
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** The unit as displayed: powers raised (`10^6/µL`), empty for a dash or a container (`{slide}`). */
export const unitText = (unit: string | null): string =>
  unit === null || unit === '-' || /^\{.*\}$/.test(unit)
    ? ''
    : unit.replace(/\^(\d+)/g, (_, power: string) => [...power].map((digit) => raised[Number(digit)]).join(''))
