// Prepares a report for its template: bars, codes, summaries and images, on the thread that prints.
import { intervalText, unitText } from '../../../core/interval.ts'
import { matrixSvg, qr } from '../../../server/print/barcode.ts'
import { imageTaker, type Typeset } from '../../../server/print/pictures.ts'
import { release } from '../../../server/release.ts'
import { isCriticalFlag, sides, flagTone } from '../../elements/interval.rules.ts'
import { barOf, type Bar } from './bar.rules.ts'
import type { ReportData, ReportRow, ReportTest, Signatory } from './report.model.ts'

/** Keeps a number and its unit on one line, in running text too. */
const glued = (text: string | null): string | null => text?.replace(/(\d) (?=[\p{L}%])/gu, '$1\u00a0') ?? null

const isCritical = (row: ReportRow): boolean => isCriticalFlag(row.Flag)

/** A flag as it is printed: `critical` or `outside`, ▲ or ▼, HIGH. */
type Told = { readonly Tone: string; readonly Arrow: string; readonly FlagWord: string }
const arrows: Readonly<Record<string, string>> = { [sides.H]: '▲', [sides.L]: '▼' }
const toldOf = ({ Flag }: ReportRow): Told => {
  const side = Flag === null ? '' : sides[Flag]
  return { Tone: flagTone(Flag), Arrow: arrows[side] ?? '', FlagWord: side.toUpperCase() }
}

/** The text of page 1 for a result outside its interval: running text is not repeated there. */
const shortResult = (row: ReportRow): string =>
  row.Kind === 'narrative' || row.Result === null || row.Result.length > 30 ? 'ABNORMAL' : row.Result

/**
 * A value split at its decimal point, so that the points of a column are aligned; a value too wide for that has no
 * `Fraction` and `Whole` is all of it.
 */
const splitResult = (result: string): { readonly Whole: string; readonly Fraction: string | null } => {
  const [, whole, fraction] = /^([^.]*)(\.\d+)?$/.exec(result) ?? []
  if (whole === undefined || whole.length > 4 || (fraction?.length ?? 0) > 3) return { Whole: result, Fraction: null }
  return { Whole: whole, Fraction: fraction ?? '' }
}

type TypesetRow = ReportRow &
  Told & {
    readonly Bar: Bar | null
    readonly Whole: string | null
    readonly Fraction: string | null
    readonly Critical: number | null
    readonly IntervalNote: string | null
    readonly NewGroup: string | null
  }

/** Unit and signs as they are printed: `10⁶/µL`, an en dash, and no text for a dash that means none. */
const written = (row: ReportRow): ReportRow => ({
  ...row,
  Unit: unitText(row.Unit).replaceAll(' ', '\u00a0') || null,
  IntervalText: row.IntervalText === null ? null : intervalText(row.IntervalText),
})

/** A test of one element prints its name once. */
const isNamedByRow = (test: ReportTest): boolean =>
  test.Rows.length === 1 &&
  test.Rows[0]?.Element.toLowerCase() === test.Name.toLowerCase() &&
  test.Note === null &&
  test.PerformedBy === null

/** Each name once for each lab it signs for, with the last time. */
const signaturesOf = ({ Departments }: ReportData): readonly Signatory[] => {
  const last = new Map<string, Signatory>()
  for (const one of Departments.flatMap((department) => department.Signatories)) {
    const key = JSON.stringify([one.Name, one.Qualification])
    const known = last.get(key)
    if (known === undefined || (one.At ?? '') >= (known.At ?? '')) last.set(key, one)
  }
  return [...last.values()]
}

/** The data for the template, with its pictures. @throws BarcodeError for an address that cannot be a QR code. */
export const typeset = (data: ReportData): Typeset => {
  const { take, images } = imageTaker()
  let critical = 0
  const typesetTest = (test: ReportTest): object => ({
    ...test,
    Comments: glued(test.Comments),
    HasHead: !isNamedByRow(test),
    Rows: test.Rows.map(written).map((row, i): TypesetRow => ({
      ...row,
      ...toldOf(row),
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
  const hash = data.Hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')
  const json = {
    ...data,
    Letterhead: {
      ...data.Letterhead,
      LocalName: data.Letterhead.LocalName ?? null,
      FootLine: data.Letterhead.FootLine ?? null,
      LogoImage: take(data.Letterhead.LogoImage),
    },
    Sample: {
      ...data.Sample,
      CollectedAt: data.Sample.CollectedAt ?? null,
      ClientLabel: data.Sample.CollectedAt === undefined ? 'Collected at' : 'Client',
    },
    EarlierAmendments: data.EarlierAmendments ?? [],
    Withdrawn: data.Withdrawn ?? null,
    HashText: hash,
    Release: release,
    Qr: data.VerifyUrl === '' ? null : matrixSvg(qr(data.VerifyUrl)),
    Departments: data.Departments.map((department) => ({ ...department, Tests: department.Tests.map(typesetTest) })),
    Signatories: signaturesOf(data).map((signatory) => ({
      ...signatory,
      SignatureImage: take(signatory.SignatureImage),
    })),
    Interpretation: data.Interpretation.map((part) => ({ Topic: part.Topic, Text: glued(part.Text) })),
    Criticals: rows.filter(isCritical).map((row) => ({ ...row, ...toldOf(row) })),
    Outside: rows
      .filter((row) => flagTone(row.Flag) === 'outside')
      .map((row) => ({ Element: row.Element, Short: shortResult(row), ...toldOf(row) })),
    Others: rows.filter((row) => !isCritical(row)).length,
  }
  return { Json: json, Images: images }
}
