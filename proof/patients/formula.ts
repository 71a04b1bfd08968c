// Formulas of the catalogue calculated a second time, as the specification words them: `{ElementId}`, AGE, SEX,
// arithmetic, comparisons, NULL and eight functions. What is missing, divided by zero or not a number gives no value.
export type Value = number | string | boolean | null
export type Inputs = {
  readonly of: (elementId: number) => number | null
  readonly age: number | null
  readonly sex: string | null
}

const token = /\s*(?:(\{\d+\})|(\d+(?:\.\d+)?)|"([^"]*)"|([A-Z]+)|(==|!=|<=|>=|<|>|[-+*/(),]))/gy
type Token = { readonly kind: 'element' | 'number' | 'text' | 'name' | 'sign'; readonly text: string }
const tokensOf = (formula: string): Token[] => {
  const found: Token[] = []
  for (const [, element, number, text, name, sign] of formula.matchAll(token))
    found.push(
      element !== undefined
        ? { kind: 'element', text: element.slice(1, -1) }
        : number !== undefined
          ? { kind: 'number', text: number }
          : text !== undefined
            ? { kind: 'text', text }
            : name !== undefined
              ? { kind: 'name', text: name }
              : { kind: 'sign', text: sign ?? '' },
    )
  return found
}

const numeric = (value: Value): number => (typeof value === 'number' ? value : Number.NaN)
const functions: Readonly<Record<string, (...given: readonly number[]) => number>> = {
  POW: (base = 0, to = 0) => base ** to,
  MIN: (...all) => Math.min(...all),
  MAX: (...all) => Math.max(...all),
  ABS: (one = 0) => Math.abs(one),
  ROUND: (one = 0, places = 0) => Math.round(one * 10 ** places) / 10 ** places,
  LN: (one = 0) => Math.log(one),
  EXP: (one = 0) => Math.exp(one),
}
const signs: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? Number.NaN : a / b),
}
const compares: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}
type Lazy = () => Value
const isKnown = (value: Value): value is number | string =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))

/** The value of a formula, unrounded; null where it has none. A branch of IF that is not taken may lack its inputs. */
export const calculate = (formula: string, inputs: Inputs): number | null => {
  const tokens = tokensOf(formula)
  let at = 0
  const next = () => tokens[at]?.text
  const take = (): Token => tokens[at++] ?? { kind: 'sign', text: '' }
  const isNext = (...texts: readonly string[]) => tokens[at]?.kind === 'sign' && texts.includes(next() ?? '')
  const listed = (): Lazy[] => {
    const all: Lazy[] = []
    take()
    while (!isNext(')')) {
      all.push(compared())
      if (isNext(',')) take()
    }
    take()
    return all
  }
  const called = (name: string, given: readonly Lazy[]): Lazy => {
    const [when, then, otherwise] = given
    if (name === 'IF')
      return () => {
        const is = when?.()
        return typeof is === 'boolean' ? ((is ? then : otherwise)?.() ?? null) : null
      }
    return () => functions[name]?.(...given.map((one) => numeric(one()))) ?? null
  }
  const single = (): Lazy => {
    if (isNext('-')) {
      take()
      const of = single()
      return () => -numeric(of())
    }
    const { kind, text } = take()
    if (kind === 'element') return () => inputs.of(Number(text))
    if (kind === 'number') return () => Number(text)
    if (kind === 'text') return () => text
    if (kind === 'name')
      return text === 'AGE'
        ? () => inputs.age
        : text === 'SEX'
          ? () => inputs.sex
          : text === 'NULL'
            ? () => null
            : called(text, listed())
    const inside = compared()
    take()
    return inside
  }
  const chain =
    (of: () => Lazy, ...texts: readonly string[]) =>
    (): Lazy => {
      let value = of()
      while (isNext(...texts)) {
        const [sign, left, right] = [signs[take().text], value, of()]
        value = () => sign?.(numeric(left()), numeric(right())) ?? null
      }
      return value
    }
  const sum = chain(chain(single, '*', '/'), '+', '-')
  function compared(): Lazy {
    const left = sum()
    const compare = compares[next() ?? '']
    if (!compare || tokens[at]?.kind !== 'sign') return left
    take()
    const right = sum()
    return () => {
      const [a, b] = [left(), right()]
      return isKnown(a) && isKnown(b) ? compare(a, b) : null
    }
  }
  const value = compared()()
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
