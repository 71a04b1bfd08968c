// Sends texts and files that are no JSON.
import type { AddressOf, AnswerTo, Question } from '../../core/answer/answer.ts'
import { call, type Options, type Query } from './api.ts'

const postRaw = async <T>(path: string, options: Options): Promise<T> => (await call<T>('POST', path, options)).data
/** Sends a csv text for import. */
export const postCsv = <Q extends Question>(act: Q | AddressOf<Q>, csv: string): Promise<AnswerTo<Q>> =>
  postRaw<AnswerTo<Q>>(`/api/${act.path}`, { raw: { content: csv, type: 'text/csv' } })
/** Sends a file as it is. */
export const postFile = <Q extends Question>(
  act: Q | AddressOf<Q>,
  sent: Blob,
  query: Query,
  key: string,
): Promise<AnswerTo<Q>> =>
  postRaw<AnswerTo<Q>>(`/api/${act.path}`, { raw: { content: sent, type: 'application/octet-stream' }, query, key })
