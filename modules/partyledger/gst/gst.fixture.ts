// GST for tests: what is in an amount, a table of the return of this month, and a paper as text.
import { dayOf } from '../../../core/dates.ts'
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import type { Person } from '../../../server/testing/signed-in.ts'

/** 18 % in an amount, in two halves of whole paise. */
export const within = (amount: number): { readonly tax: number; readonly value: number } => {
  const half = Math.round((amount * 900) / 118) / 100
  return { tax: sumAmounts([half, half]), value: lessAmounts(amount, half, half) }
}

/** The rows of a table of legal entity 1, of this month or that of `day`, by the titles of its columns. No cell of these has a comma. */
export const tableOf = async (
  head: Person,
  Table: string,
  day: Date = new Date(),
): Promise<Record<string, string>[]> => {
  const asked = new URLSearchParams({ LegalEntityId: '1', Month: dayOf(day).slice(0, 7), Table })
  const answer = await head.get(`/api/gstr1/partyledger?${asked.toString()}`)
  const [titles = [], ...lines] = answer.text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])))
}

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
