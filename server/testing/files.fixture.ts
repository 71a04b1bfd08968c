// Files sent through HTTP, for tests.
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { fileAdded } from '../../core/answer/questions.ts'
import type { Answer, Present, Rows, Told } from './answers.ts'
import type { Answered, Person } from './signed-in.ts'

/** The smallest file accepted as a PDF; an empty `head` gives its end alone. */
export const aPdf = (head = '%PDF-1.4\n'): Buffer => Buffer.from(`${head}1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`)

/** Posts bytes unchanged. */
export const sent = async <Body = Answer>(
  { app, token }: Person,
  url: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Pick<Answered<Body>, 'status' | 'body'>> => {
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
    payload: bytes,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Body }
}
/** What is read of a file: its lines at once, or the job that reads many. */
type FileRead<Row> = { readonly Lines: Rows<Row>; readonly Errors: string[]; readonly JobRunId: number } & Told
/** Posts the lines of a file: `/api/import/pricelists`. */
export const csvSent = <Row>(person: Person, url: string, csv: string) =>
  sent<FileRead<Row>>(person, url, Buffer.from(csv), { 'content-type': 'text/csv' })
/** Adds a file to a record: `sales/7`. */
export const kept = (
  person: Person,
  at: string,
  bytes: Buffer,
  query: { Kind?: string; Name?: string; About?: string } = {},
  headers: Record<string, string> = {},
) =>
  sent<Present<AnswerTo<typeof fileAdded>> & Told>(
    person,
    `/api/${at}/files?${new URLSearchParams({ Kind: 'other', Name: 'form.pdf', ...query }).toString()}`,
    bytes,
    headers,
  )
export const removed = (person: Person, at: string, id: number) => person.call('DELETE', `/api/${at}/files/${id}`)
