// GST for tests: what is in an amount, a table of the return of this month, and a paper as text.
import { dayOf } from '../../../core/dates.ts'
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import type { Rows } from '../../../server/testing/answers.ts'
import type { Person } from '../../../server/testing/signed-in.ts'
import type { gstColumns, GstTable } from './gst.rules.ts'

/** 18 % in an amount, in two halves of whole paise. */
export const within = (amount: number): { readonly Tax: number; readonly Value: number } => {
  const half = Math.round((amount * 900) / 118) / 100
  return { Tax: sumAmounts([half, half]), Value: lessAmounts(amount, half, half) }
}

/** A row of a table, by the titles of its columns. */
export type GstRow<Table extends GstTable> = Record<(typeof gstColumns)[Table][number], string>
/** The rows of the text of a table. No cell of these has a comma. */
export const rowsIn = <Table extends GstTable>(text: string): Rows<GstRow<Table>> => {
  const [titles = [], ...lines] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const rows = lines.map((line) => Object.fromEntries(titles.map((title, at) => [title, line[at] ?? ''])))
  return rows as Rows<GstRow<Table>>
}
/** The rows of a table of legal entity 1, of this month or that of `day`, by the titles of its columns. */
export const tableOf = async <Table extends GstTable>(
  head: Person,
  name: Table,
  day: Date = new Date(),
): Promise<Rows<GstRow<Table>>> => {
  const asked = new URLSearchParams({ LegalEntityId: '1', Month: dayOf(day).slice(0, 7), Table: name })
  const answer = await head.get(`/api/gstr1/partyledger?${asked.toString()}`)
  return rowsIn<Table>(answer.text)
}
/** The cells of these columns, row by row. */
export const cells = <Row>(rows: readonly Row[], ...titles: readonly (keyof Row)[]) =>
  rows.map((row) => titles.map((title) => row[title]))
/** The rows that have this in a column. */
export const having = <Row>(rows: Rows<Row>, title: keyof Row, value: unknown): Rows<Row> =>
  rows.filter((row) => row[title] === value)

/** A bill comes at once, the others from where the answer says. */
export const paperOf = async (person: Person, module: string, formId: unknown, layout: string): Promise<string> => {
  const templates = (await person.get(`/api/getdata/41?Module=${module}`)).body
  const templateId: unknown = templates.find((one) => one.Layout === layout)?.TemplateId
  const answer = await person.post(`/api/print/${module}/`, {
    templateId,
    formId,
    device: 'screen',
  })
  const text =
    layout === 'bill'
      ? answer.text.replace(/<[^>]+>/g, ' ')
      : (await pdfPages((await person.get(String(answer.body.location))).bytes)).join(' ')
  return text.replace(/\s+/g, ' ')
}
export const printed = (amount: number): string => formatMoney(amount)
