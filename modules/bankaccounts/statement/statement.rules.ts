// Reads a bank's statement: which column is which, the account that the file names, days, amounts and running balance.
import { parseDate } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { allOf, must, no, yes, type Decision } from '../../../core/refusal.ts'

type Cells = readonly string[]
export const mappedColumns = [
  'DateColumn',
  'DescriptionColumn',
  'ReferenceColumn',
  'DebitColumn',
  'CreditColumn',
  'BalanceColumn',
] as const
type Column = (typeof mappedColumns)[number]
/** The heading of each column in the files of an account. */
export type Mapping = Readonly<Partial<Record<Column, string | null>>>

/** Headings that banks use, where an account has none of its own yet. */
const usual: Readonly<Record<Column, RegExp>> = {
  DateColumn: /^((txn|tran|transaction|posting|post) *)?date$/,
  DescriptionColumn: /^(narration|description|particulars|remarks|transaction (details|remarks|description))$/,
  ReferenceColumn: /^(chq|cheque|ref|reference|utr|transaction id|instrument).*/,
  DebitColumn: /^(debit|withdrawal|dr)s?\b.*/,
  CreditColumn: /^(credit|deposit|cr)s?\b.*/,
  BalanceColumn: /^((closing|running|available) *)?balance\b.*/,
}
const small = (text: string | undefined): string => (text ?? '').trim().replace(/\s+/g, ' ').toLowerCase()
const words: Readonly<Record<Column, string>> = {
  DateColumn: 'the day',
  DescriptionColumn: 'the description',
  ReferenceColumn: 'the reference',
  DebitColumn: 'what is paid out',
  CreditColumn: 'what is paid in',
  BalanceColumn: 'the balance',
}
const isNeeded = (column: Column): boolean => column !== 'ReferenceColumn'

type Places = Readonly<Partial<Record<Column, number>>>
/** Where each column is, by the account's own headings, else by the usual ones. */
const placesIn = (cells: Cells, mapping: Mapping): Places =>
  Object.fromEntries(
    mappedColumns.flatMap((column): [Column, number][] => {
      const own = small(mapping[column] ?? '')
      const at = cells.findIndex((cell) => (own === '' ? usual[column].test(small(cell)) : small(cell) === own))
      return at < 0 ? [] : [[column, at]]
    }),
  )
const isWhole = (places: Places): boolean => mappedColumns.every((one) => !isNeeded(one) || places[one] !== undefined)

export type Head = { readonly at: number; readonly places: Places; readonly mapping: Mapping }
/** The line of the headings; where there is none, which headings are missing. */
export const headOf = (lines: readonly Cells[], mapping: Mapping): Head | Decision => {
  const found = lines.slice(0, 60).map((cells) => placesIn(cells, mapping))
  const at = found.findIndex(isWhole)
  const places = found[at]
  const cells = lines[at]
  if (places && cells)
    return {
      at,
      places,
      mapping: Object.fromEntries(Object.entries(places).map(([column, place]) => [column, cells[place]?.trim()])),
    }
  const best = found.toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)[0] ?? {}
  const missing = mappedColumns.filter((one) => isNeeded(one) && best[one] === undefined)
  return no(
    `This file has no column for ${missing.map((one) => words[one]).join(', ')}. ` +
      'Enter the headings of its columns at the bank account, as they are in the file',
    { at: 'File', code: 'columns' },
  )
}

const digitsOf = (text: string): string => /(\d{3,})\D*$/.exec(text.replace(/[\s-]/g, ''))?.[1] ?? ''
const named = /\b(?:account|a\/c|acc?t?)\.?\s*(?:no|number|#)\b\.?/i
/** Numbers of accounts that lines name: beside their heading, or below it. */
const numbersIn = (lines: readonly Cells[]): string[] =>
  lines.flatMap((cells) =>
    cells.flatMap((cell, place) => {
      const found = named.exec(cell)
      if (!found) return []
      const beside = cell.slice(found.index + found[0].length).replace(/^[\s:.-]+/, '')
      const number = digitsOf(beside.split(/\s{2,}|\(/)[0] ?? '') || digitsOf(cells[place + 1] ?? '')
      return number === '' ? [] : [number]
    }),
  )
/** A file that names another account is refused; whole numbers and last digits are compared by what both have. */
export const isOfAccount = (
  lines: readonly Cells[],
  head: Head,
  account: { readonly Name?: string | null; readonly Number?: string | null },
): Decision => {
  const column = lines[head.at]?.findIndex((cell) => named.test(cell)) ?? -1
  const below = column < 0 ? [] : lines.slice(head.at + 1).map((cells) => digitsOf(cells[column] ?? ''))
  const own = digitsOf(account.Number ?? '')
  const other = [...numbersIn(lines.slice(0, head.at)), ...below].find((number) => {
    const length = Math.min(number.length, own.length)
    return length > 0 && number.slice(-length) !== own.slice(-length)
  })
  return must(
    other === undefined,
    `This file is of the account that ends in ${other?.slice(-4) ?? ''}, and ${account.Name ?? 'this one'} ends in ` +
      `${own.slice(-4)}. Open that account and import it there`,
    { at: 'File', code: 'other-account' },
  )
}

const number = /^(\d{1,3}(,\d{2,3})*|\d+)(\.\d+)?$/
/** An amount as banks write it: `1,23,456.50`, `₹ 500`, `500.00 Dr`; null for an empty cell. */
export const amountIn = (text: string | undefined): number | null | { readonly wrong: string } => {
  const plain = (text ?? '').replace(/₹|INR|Rs\.?/gi, '').trim()
  if (plain === '' || plain === '-') return null
  const match = /^([+-]?)\s*([\d,.]+)\s*(cr|dr)?\.?$/i.exec(plain)
  const figure = match?.[2] ?? ''
  if (!match || !number.test(figure)) return { wrong: `${plain} is no amount` }
  if ((figure.split('.')[1] ?? '').length > 2) return { wrong: `${plain} has more than two decimals` }
  const value = Number(figure.replaceAll(',', ''))
  if (value >= 1e12) return { wrong: `${plain} is too much` }
  return (match[1] === '-') !== (match[3]?.toLowerCase() === 'dr') ? -value : value
}
const wholeDay = /^(\d{1,2}[-/. ](\d{1,2}|[a-z]{3,9})[-/. ]\d{2}(\d{2})?|\d{4}-\d{2}-\d{2})(?:[ T].*)?$/i
export const dayIn = (text: string, now: Date): string | null => {
  const day = wholeDay.exec(text.trim())?.[1]
  return day === undefined ? null : parseDate(day.replaceAll('.', '-'), { now })
}

export type StatementLine = {
  readonly day: string
  readonly description: string
  readonly reference: string | null
  /** Below zero where the bank paid out. */
  readonly amount: number
  readonly balance: number
}
const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

/** A line; null where it is none (a heading, an end, a blank one); a reason where it cannot be read. */
const lineIn = (cells: Cells, { places }: Head, now: Date, today: string): StatementLine | null | string => {
  const cell = (column: Column): string => {
    const place = places[column]
    return place === undefined ? '' : (cells[place] ?? '').trim()
  }
  if (!/\d/.test(cell('DateColumn')) || cells.filter((one) => one.trim() !== '').length < 3) return null
  const day = dayIn(cell('DateColumn'), now)
  if (day === null) return `${cell('DateColumn')} is no day`
  if (day > today) return `${cell('DateColumn')} is to come`
  const read = (['DebitColumn', 'CreditColumn', 'BalanceColumn'] as const).map((column) => amountIn(cell(column)))
  const wrong = read.find((one) => one !== null && typeof one === 'object')
  if (wrong !== undefined && wrong !== null && typeof wrong === 'object') return wrong.wrong
  const [debit, credit, balance] = read.map((one) => (typeof one === 'number' ? one : null))
  if (balance === null || balance === undefined) return 'the balance is missing'
  const [out, come] = [Math.abs(debit ?? 0), Math.abs(credit ?? 0)]
  if ((out === 0) === (come === 0)) return 'it is either paid in or paid out'
  return {
    day,
    description: cell('DescriptionColumn').slice(0, 500),
    reference:
      cell('ReferenceColumn')
        .slice(0, 100)
        .replace(/^[-0\s]+$/, '') || null,
    amount: come === 0 ? -out : come,
    balance,
  }
}

const follows = (before: StatementLine, line: StatementLine): boolean =>
  compareAmounts(sumAmounts([before.balance, line.amount]), line.balance) === 0
const breaks = (lines: readonly StatementLine[]): number =>
  lines.findIndex((line, at) => {
    const before = lines[at - 1]
    return before !== undefined && !follows(before, line)
  })

/** The lines of a statement, the oldest first, each following from the balance before it. */
export const readLines = (
  lines: readonly Cells[],
  head: Head,
  { now, today }: { readonly now: Date; readonly today: string },
): { readonly lines: readonly StatementLine[]; readonly decision: Decision } => {
  const read: StatementLine[] = []
  const wrong: string[] = []
  for (const [at, cells] of lines.entries()) {
    if (at <= head.at) continue
    const line = lineIn(cells, head, now, today)
    if (typeof line === 'string') wrong.push(`Line ${at + 1}: ${line}`)
    else if (line !== null) read.push(line)
  }
  const newestFirst = read.toReversed()
  const ordered = breaks(read) >= 0 && breaks(newestFirst) < 0 ? newestFirst : read
  const broken = breaks(ordered)
  const [before, after] = [ordered[broken - 1], ordered[broken]]
  const expected = before && after ? rupees(sumAmounts([before.balance, after.amount])) : ''
  return {
    lines: ordered,
    decision: allOf(
      must(wrong.length === 0, wrong.slice(0, 5).join('. '), { at: 'File', code: 'unread' }),
      must(read.length > 0, 'This file has no lines', { at: 'File', code: 'empty' }),
      broken < 0
        ? yes
        : no(
            `${after?.description ?? ''}: the balance is ${rupees(after?.balance ?? 0)}, and would be ${expected}. ` +
              'A line is missing or changed: download the statement again',
            { at: 'File', code: 'balance' },
          ),
    ),
  }
}

/** New lines follow from what the account had: its last line, or its opening balance. */
export const followsFrom = (first: StatementLine | undefined, last: number, lastDay: string | null): Decision =>
  first === undefined || compareAmounts(lessAmounts(first.balance, first.amount), last) === 0
    ? yes
    : no(
        `The new lines begin with a balance of ${rupees(lessAmounts(first.balance, first.amount))}, and ` +
          (lastDay === null ? `the opening balance is ${rupees(last)}. ` : `the last line has ${rupees(last)}. `) +
          'Import the days between them, too',
        { at: 'File', code: 'balance' },
      )
