// Parses a csv file, and stops at the first line or cell beyond its limits.
import { parse } from 'csv-parse/sync'
import { partOf } from '../thrown.ts'
import { refused } from '../refusal.ts'

export type Line = { readonly cells: readonly string[]; readonly text: string }

/** Most cells of a line: more than any record has fields. */
const mostCells = 500
/** Lines that are read, including blank ones, for each allowed line. */
const withBlanks = 2

/** @throws A refusal when the file has too many lines or cells, or a quotation mark that is never closed */
export const parseLines = (csv: string, most: number): Line[] => {
  const lines: Line[] = []
  let read = 0
  const take = (parsed: unknown): null => {
    const { record, raw } = parsed as { record: string[]; raw: string }
    read += 1
    if (record.length > mostCells) throw refused(`A line can have ${mostCells} cells at most`)
    const text = raw.replace(/[\r\n]+$/, '').replace(/^\uFEFF/, '')
    if (text.trim() !== '') lines.push({ cells: record, text })
    // the head is one more
    if (lines.length > most + 1 || read > most * withBlanks + 2) throw refused(`A file can have ${most} lines at most`)
    return null
  }
  try {
    parse(csv, {
      bom: true,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: take,
    })
  } catch (error) {
    if (partOf(error, 'code') !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw refused('A quotation mark in this file is opened and never closed')
  }
  return lines
}
