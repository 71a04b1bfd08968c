// What a statement answered in a test run.
import path from 'node:path'

/** `columns`: the kinds of values that each column had. `place`: file and line that asked. */
export type Answer = { readonly place: string; rows: number; readonly columns: Record<string, Kind[]> }
export type Kind = 'null' | 'text' | 'number' | 'boolean' | 'date' | 'array' | 'object'

/** By call as the running script has it: the place in the source. Files of tests that share a process share them. */
export const places = new Map<string, string>()

export const answersFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/aliquot/answers')

export const kindOf = (value: unknown): Kind => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Date) return 'date'
  return Array.isArray(value) ? 'array' : 'object'
}
