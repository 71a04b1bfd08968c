// An amount in words, as printed on bills and receipts: in lakh and crore where the network's locale groups so, else in
// million and billion.
import { formatFigure, toPaise, type Amount } from './money.ts'
import { network } from './network.ts'

const small = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']
type Group = readonly [number, string]
const lakhs: readonly Group[] = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
]
const millions: readonly Group[] = [
  [1_000_000_000, 'Billion'],
  [1_000_000, 'Million'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
]
const groupsLakhs = (): boolean => formatFigure(100_000) === '1,00,000'

const words = (count: number, groups: readonly Group[]): string => {
  if (count < 20) return small[count] ?? ''
  if (count < 100) return `${tens[Math.floor(count / 10)]}${count % 10 ? `-${small[count % 10]}` : ''}`
  const [size, name] = groups.find(([size]) => count >= size) ?? [100, 'Hundred']
  const rest = count % size
  return `${words(Math.floor(count / size), groups)} ${name}${rest ? ` ${words(rest, groups)}` : ''}`
}

const currencyName = (): string =>
  new Intl.DisplayNames('en', { type: 'currency' }).of(network.currency) ?? network.currency

/**
 * `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise only`; in another currency `UAE Dirham
 * One Hundred and 50/100 only`, since not every currency has a word for its hundredth.
 */
export const amountInWords = (amount: Amount): string => {
  const all = Math.abs(toPaise(amount))
  const whole = words(Math.floor(all / 100), groupsLakhs() ? lakhs : millions)
  const part = all % 100
  const sign = toPaise(amount) < 0 ? 'Minus ' : ''
  if (network.currency === 'INR') return `${sign}Rupees ${whole}${part ? ` and ${words(part, lakhs)} Paise` : ''} only`
  return `${sign}${currencyName()} ${whole}${part ? ` and ${String(part).padStart(2, '0')}/100` : ''} only`
}
