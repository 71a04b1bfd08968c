// What a request says beside its body: its headers by their names, and the session's token in header or cookie.
import type { FastifyRequest } from 'fastify'

/** The headers that the server reads; the framework knows further ones by a property of their own. */
type Header =
  | 'content-length'
  | 'content-type'
  | 'forwarded'
  | 'idempotency-key'
  | 'if-match'
  | 'x-forwarded-for'
  | 'x-passive'
  | 'x-tab'
/** The text of a header; undefined where it was not sent, or sent more than once. */
export const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: Header): string | undefined => {
  const sent = headers[name]
  return typeof sent === 'string' ? sent : undefined
}

/** Over https the name itself keeps other sites of the host from setting the cookie. */
const cookies = { secure: '__Host-aliquot', plain: 'aliquot' } as const
/** The name of the cookie of a session. */
export const cookieName = (secure: boolean): string => (secure ? cookies.secure : cookies.plain)

/** The token of the session that a request names. */
export const tokenOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7)
  return request.cookies[cookies.secure] ?? request.cookies[cookies.plain]
}
