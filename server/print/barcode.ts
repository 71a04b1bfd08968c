// Encodes barcodes (Code 128) and QR codes, and draws them as SVG on whole modules.
import bwip from 'bwip-js'

/** Widths of bars and spaces in modules, beginning with a bar. */
export type Bars = { readonly Widths: readonly number[]; readonly Modules: number }
/** Square of modules, row by row, 1 is dark. */
export type Matrix = { readonly Size: number; readonly Dark: readonly number[] }

/** A text that a code cannot encode. */
export class BarcodeError extends Error {}

/** The encoded text: hyphens and spaces are printed, never encoded, so that a label has its quiet zones. */
export const encodedText = (text: string): string => text.replace(/[-\s]/g, '')

/**
 * Code 128 of a number, without its hyphens. @throws BarcodeError on an empty text or one that Code 128 cannot encode.
 */
export const code128 = (text: string): Bars => {
  const encoded = encodedText(text)
  if (!/^[\x21-\x7e]+$/.test(encoded)) throw new BarcodeError(`"${text}" cannot be printed as a barcode`)
  const [drawn] = bwip.raw('code128', encoded, {})
  if (!drawn || !('sbs' in drawn)) throw new BarcodeError(`"${text}" cannot be printed as a barcode`)
  return { Widths: drawn.sbs, Modules: drawn.sbs.reduce((sum, width) => sum + width, 0) }
}

/** QR code, error correction level M. @throws BarcodeError on an empty text. */
export const qr = (text: string): Matrix => {
  if (text === '') throw new BarcodeError('A QR code needs a text')
  const [drawn] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!drawn || !('pixs' in drawn)) throw new BarcodeError('The QR code cannot be made')
  return { Size: drawn.pixx, Dark: drawn.pixs }
}

/** One SVG path of all dark modules, as runs along the rows, in module units. */
const barsPath = (bars: Bars): string => {
  let x = 0
  let path = ''
  bars.Widths.forEach((width, i) => {
    if (i % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  })
  return path
}
/** QR modules as one path, one unit a module. */
export const matrixPath = (matrix: Matrix): string => {
  let path = ''
  for (let y = 0; y < matrix.Size; y += 1) {
    for (let x = 0; x < matrix.Size; x += 1) {
      if (matrix.Dark[y * matrix.Size + x] !== 1) continue
      let run = 1
      while (x + run < matrix.Size && matrix.Dark[y * matrix.Size + x + run] === 1) run += 1
      path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  }
  return path
}

const svg = (width: number, height: number, path: string, size: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" ` +
  `shape-rendering="crispEdges" ${size}><path d="${path}"/></svg>`

/**
 * Bars as SVG, one unit a module wide and one unit high, stretched to a size in millimetres: the caller chooses one
 * that fits the printer's dots.
 */
export const barsSvg = (bars: Bars, { width, height }: { readonly width: number; readonly height: number }): string =>
  svg(bars.Modules, 1, barsPath(bars), `width="${width}mm" height="${height}mm"`)

/** QR modules as SVG, one unit a module; the caller gives the size. */
export const matrixSvg = (matrix: Matrix): string =>
  svg(matrix.Size, matrix.Size, matrixPath(matrix), `width="${matrix.Size}" height="${matrix.Size}"`)
