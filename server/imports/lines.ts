// The lines of a csv file, each with its cells and as it was written.
import { parse } from 'csv-parse'
import { refused } from '../refusal.ts'

export type Line = { readonly cells: readonly string[]; readonly text: string }

/** Blank lines are left out. @throws a refusal where a quotation mark is never closed */
export const linesOf = async (csv: string): Promise<Line[]> => {
  const lines: Line[] = []
  const reader = parse(csv, {
    bom: true,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  try {
    for await (const { record, raw } of reader as AsyncIterable<{ record: string[]; raw: string }>) {
      const text = raw.replace(/[\r\n]+$/, '').replace(/^\uFEFF/, '')
      if (text.trim() !== '') lines.push({ cells: record, text })
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw refused('A quotation mark in this file is opened and never closed')
  }
  return lines
}
