// Turns print data into what the templates read: bars, codes, summaries and images are worked out here, before
// typesetting.
import { createHash } from 'node:crypto'
import { intervalText, unitText } from '../../core/interval.ts'
import { barOf, type Bar } from './bar.rules.ts'
import { matrixSvg, qr } from './barcode.ts'
import type { ReportData, ReportRow, ReportTest } from './report.data.ts'

/** Papers that are kept as a file; what the print window of the browser shows is HTML. */
export type TemplateData = { readonly report: ReportData }
export type Template = keyof TemplateData

/** A picture that the template names by its path. */
export type PrintImage = { readonly Path: string; readonly Bytes: Buffer }
export type Typeset = { readonly Json: unknown; readonly Images: readonly PrintImage[] }

const MAGIC: readonly (readonly [string, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['gif', '47494638'],
  ['webp', '52494646'],
]

/**
 * Takes pictures out of data addresses. What is not one of four raster formats, by its first bytes, is left out: a
 * drawing could name other files.
 */
const imageTaker = (): { readonly take: (address: string | null) => string | null; readonly images: PrintImage[] } => {
  const images: PrintImage[] = []
  const take = (address: string | null): string | null => {
    const base64 = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/.exec(address ?? '')?.[1]
    if (base64 === undefined) return null
    const bytes = Buffer.from(base64, 'base64')
    const ext = MAGIC.find(([, magic]) => bytes.subarray(0, magic.length / 2).toString('hex') === magic)?.[0]
    if (ext === undefined) return null
    const path = `/images/${createHash('sha256').update(bytes).digest('hex')}.${ext}`
    if (!images.some((image) => image.Path === path)) images.push({ Path: path, Bytes: bytes })
    return path
  }
  return { take, images }
}

/** No number is parted from its unit, in running text either. */
const glued = (text: string | null): string | null => text?.replace(/(\d) (?=[\p{L}%])/gu, '$1\u00a0') ?? null

const isCritical = (row: ReportRow): boolean => row.Flag === 'LL' || row.Flag === 'HH'
const isOutside = (row: ReportRow): boolean => row.Flag === 'L' || row.Flag === 'H' || row.Flag === 'A'

/** What page 1 says of a result outside its interval: running text is not repeated there. */
const shortResult = (row: ReportRow): string =>
  row.Kind === 'narrative' || row.Result === null || row.Result.length > 30 ? 'ABNORMAL' : row.Result

/**
 * A value split at its decimal point, so that the points of a column stand under each other; a value too wide for that
 * has no `Fraction` and `Whole` is all of it.
 */
const splitResult = (result: string): { readonly Whole: string; readonly Fraction: string | null } => {
  const [, whole, fraction] = /^([^.]*)(\.\d+)?$/.exec(result) ?? []
  if (whole === undefined || whole.length > 4 || (fraction?.length ?? 0) > 3) return { Whole: result, Fraction: null }
  return { Whole: whole, Fraction: fraction ?? '' }
}

type TypesetRow = ReportRow & {
  readonly Bar: Bar | null
  readonly Whole: string | null
  readonly Fraction: string | null
  readonly Critical: number | null
  readonly IntervalNote: string | null
  readonly NewGroup: string | null
}

/** Unit and signs as they are printed: `10⁶/µL`, an en dash, nothing for a dash that stands for none. */
const written = (row: ReportRow): ReportRow => ({
  ...row,
  Unit: unitText(row.Unit).replaceAll(' ', '\u00a0') || null,
  IntervalText: row.IntervalText === null ? null : intervalText(row.IntervalText),
})

/** A test of one element says its name once. */
const isNamedByRow = (test: ReportTest): boolean =>
  test.Rows.length === 1 &&
  test.Rows[0]?.Element.toLowerCase() === test.Name.toLowerCase() &&
  test.Note === null &&
  test.PerformedBy === null

const typesetReport = (data: ReportData): Typeset => {
  const { take, images } = imageTaker()
  let critical = 0
  const typesetTest = (test: ReportTest): object => ({
    ...test,
    Comments: glued(test.Comments),
    HasHead: !isNamedByRow(test),
    Rows: test.Rows.map(written).map((row, i): TypesetRow => ({
      ...row,
      IntervalNote: row.IntervalNote ?? null,
      Comment: glued(row.Comment),
      Bar: row.Kind === 'value' ? barOf(row) : null,
      ...(row.Kind === 'value' && row.Result !== null
        ? splitResult(row.Result)
        : { Whole: row.Result, Fraction: null }),
      Critical: isCritical(row) ? critical++ : null,
      NewGroup: row.Group !== null && row.Group !== test.Rows[i - 1]?.Group ? row.Group : null,
    })),
  })
  const rows = data.Departments.flatMap((department) => department.Tests.flatMap((test) => test.Rows.map(written)))
  const signatories = new Map(
    data.Departments.flatMap((department) => department.Signatories).map((signatory) => [signatory.Name, signatory]),
  )
  const hash = data.Hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
  const json = {
    ...data,
    Letterhead: { ...data.Letterhead, LogoImage: take(data.Letterhead.LogoImage) },
    HashText: hash,
    Qr: matrixSvg(qr(data.VerifyUrl)),
    Departments: data.Departments.map((department) => ({ ...department, Tests: department.Tests.map(typesetTest) })),
    Signatories: [...signatories.values()].map((signatory) => ({
      ...signatory,
      SignatureImage: take(signatory.SignatureImage),
    })),
    Interpretation: data.Interpretation.map((part) => ({ Topic: part.Topic, Text: glued(part.Text) })),
    Criticals: rows.filter(isCritical),
    Outside: rows.filter(isOutside).map((row) => ({ Element: row.Element, Flag: row.Flag, Short: shortResult(row) })),
    Others: rows.filter((row) => !isCritical(row)).length,
  }
  return { Json: json, Images: images }
}

const TYPESET: { readonly [T in Template]: (data: TemplateData[T]) => Typeset } = {
  report: typesetReport,
}

/**
 * What the template reads, with the pictures it names. @throws BarcodeError for an address that cannot be a QR code.
 */
export const typeset = <T extends Template>(template: T, data: TemplateData[T]): Typeset => TYPESET[template](data)
