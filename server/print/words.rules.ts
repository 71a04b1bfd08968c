// Writes an amount of rupees in words, with lakh and crore.

const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const belowHundred = (n: number): string => (n < 20 ? (ONES[n] ?? '') : `${TENS[Math.floor(n / 10)] ?? ''}${n % 10 === 0 ? '' : `-${ONES[n % 10] ?? ''}`}`)

/** A whole number in words: 1824 is "one thousand eight hundred twenty-four". */
export const numberInWords = (n: number): string => {
  if (n === 0) return 'zero'
  const words: string[] = []
  const take = (size: number, name: string): void => {
    const count = Math.floor(n / size)
    if (count === 0) return
    words.push(`${count < 100 ? belowHundred(count) : numberInWords(count)} ${name}`)
    n -= count * size
  }
  take(10_000_000, 'crore')
  take(100_000, 'lakh')
  take(1000, 'thousand')
  take(100, 'hundred')
  if (n > 0) words.push(belowHundred(n))
  return words.join(' ')
}

/** "Rupees one thousand eight hundred twenty-four and paise fifty only". @param paise whole paise, not negative. @throws RangeError otherwise. */
export const rupeesInWords = (paise: number): string => {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError('An amount in words is a whole number of paise, not negative')
  const rest = paise % 100
  return `Rupees ${numberInWords(Math.floor(paise / 100))}${rest === 0 ? '' : ` and paise ${belowHundred(rest)}`} only`
}
