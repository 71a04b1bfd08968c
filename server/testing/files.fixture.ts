// Files sent through HTTP, for tests.
import type { Answer } from './answers.ts'
import type { Answered, Person } from './signed-in.ts'

/** The smallest file accepted as a PDF; an empty `head` gives its end alone. */
export const aPdf = (head = '%PDF-1.4\n'): Buffer => Buffer.from(`${head}1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`)

/** Posts bytes unchanged. */
export const sent = async (
  { app, token }: Person,
  url: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Pick<Answered, 'status' | 'body'>> => {
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
    payload: bytes,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Answer }
}
/** Adds a file to a record: `sales/7`. */
export const kept = (
  person: Person,
  at: string,
  bytes: Buffer,
  query: { Kind?: string; Name?: string; About?: string } = {},
  headers: Record<string, string> = {},
) =>
  sent(
    person,
    `/api/${at}/files?${new URLSearchParams({ Kind: 'other', Name: 'form.pdf', ...query }).toString()}`,
    bytes,
    headers,
  )
export const removed = (person: Person, at: string, id: number): Promise<Answered> =>
  person.call('DELETE', `/api/${at}/files/${id}`)
