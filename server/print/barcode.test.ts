// Proves barcodes: without hyphen, on whole modules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BarcodeError, barsSvg, code128, encodedText, matrixSvg, qr } from './barcode.ts'

test('a barcode is encoded without its hyphen', () => {
  expect(encodedText('NCL2611000871-01')).toBe('NCL261100087101')
  expect(code128('NCL2611000871-01')).toEqual(code128('NCL261100087101'))
})

test('a tube number has 145 modules, so that 2 dots a module leave the quiet zones of a 50 mm label', () => {
  expect(code128('NCL2611000871-01').Modules).toBe(145)
})

test('a text that Code 128 cannot encode is refused', () => {
  expect(() => code128('')).toThrow(BarcodeError)
  expect(() => code128('-')).toThrow(BarcodeError)
  expect(() => code128('प्रकाश')).toThrow(BarcodeError)
  expect(() => qr('')).toThrow(BarcodeError)
})

test('any letters and digits give complete bars, beginning and ending with one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,20}$/), (text) => {
      const bars = code128(text)
      // Each symbol is 11 modules, the stop 13.
      expect((bars.Modules - 13) % 11).toBe(0)
      expect(bars.Widths.length % 2).toBe(1)
      expect(bars.Widths.every((width) => width >= 1 && width <= 4)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('drawings are on whole modules, with millimetres in HTML', () => {
  expect(barsSvg(code128('A1'), { width: 18.15, height: 9 })).toMatch(
    /^<svg [^>]+ width="18\.15mm" height="9mm"><path d="(M\d+ 0h\d+v1h-\d+z)+"\/><\/svg>$/,
  )
  const code = qr('https://verify.example.com/r/NCL2611000871/2/42df5b4fec80')
  expect(code.Size).toBe(33)
  expect(matrixSvg(code)).toMatch(/^<svg [^>]+ width="33" height="33"><path d="(M\d+ \d+h\d+v1h-\d+z)+"\/><\/svg>$/)
})
