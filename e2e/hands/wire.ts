// What a page asks and is answered, by the types declared for its addresses.
import type { APIRequestContext, Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import type { AnsweredAt } from '../../server/testing/answers.ts'
import type { Method } from '../../server/testing/signed-in.ts'

type Address = `/api/${string}`
type Header = 'authorization' | 'content-type' | 'idempotency-key'

/** A header of what was sent or answered. */
export const headerOf = (message: Request | Response, name: Header): string | undefined => message.headers()[name]

/** What is read at an address in the session of a page. */
export const readAt = async <P extends Address>(
  { request }: { readonly request: APIRequestContext },
  path: P,
): Promise<AnsweredAt<'GET', P>> => (await (await request.get(path)).json()) as AnsweredAt<'GET', P>

/** The answer to what was sent. */
export const responseOf = async (request: Request): Promise<Response> => {
  const answer = await request.response()
  if (!answer) throw new Error(`${request.method()} ${request.url()} was not answered`)
  return answer
}
/** The body of an answer, which is of this method and address. */
export const bodyOf = async <M extends Method, P extends Address>(
  answer: Response,
  method: M,
  path: P,
): Promise<AnsweredAt<M, P>> => {
  expect([answer.request().method(), new URL(answer.url()).pathname]).toEqual([method, path.split('?')[0]])
  return (await answer.json()) as AnsweredAt<M, P>
}

/** Marks a document: one that is loaded again has no mark. */
export const mark = (page: Page): Promise<void> => page.evaluate(() => void (window.isMarked = true))
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => window.isMarked === true)

declare global {
  /** What tests note in a document. */
  interface Window {
    isMarked?: boolean
    /** The windows that it opened, and how often it was printed. */
    opened?: string
    printed?: string
  }
}
