// The operations of the API as its description tells them, for tests that go through all or ask for one.
import type { App } from '../../start/app.ts'
import { ask } from './signed-in.ts'

export type Schema = {
  readonly type?: string | string[]
  readonly title?: string
  readonly items?: Schema
  readonly required?: string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type Content = { readonly 'application/json'?: { readonly schema: Schema } }
type Described = {
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly 200?: { readonly content?: Content } }
}
const methods = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['delete', 'DELETE'],
] as const
type Name = (typeof methods)[number][0]
type Paths = Readonly<Record<string, Partial<Readonly<Record<Name, Described>>>>>
export type Operation = {
  readonly method: (typeof methods)[number][1]
  readonly path: string
  readonly summary: string
  /** Who may call it: `public`, or a permit on a module. */
  readonly access: string
  /** Names of what its address takes. */
  readonly query: readonly string[]
  /** Those of them that have to be sent. */
  readonly needs: readonly string[]
  /** Kinds of bodies that it takes. */
  readonly takes: readonly string[]
  /** What a body of it is, and what it answers, as JSON. */
  readonly body: Schema | undefined
  readonly answer: Schema | undefined
}

const jsonOf = ({ 'application/json': json }: Content = {}): Schema | undefined => json?.schema

export const operationsOf = async (app: App): Promise<Operation[]> => {
  const { body } = await ask<{ paths: Paths }>(app, 'GET', '/api/openapi.json')
  return Object.entries(body.paths).flatMap(([path, described]) =>
    methods.flatMap(([name, method]) => {
      const one = described[name]
      if (one === undefined) return []
      const { summary, description, parameters, requestBody, responses } = one
      const asked = parameters.filter((parameter) => parameter.in === 'query')
      return [
        {
          ...{ method, path, summary },
          access: /^Access: (.+?)\. Scope: ./.exec(description)?.[1] ?? '',
          query: asked.map(({ name }) => name),
          needs: asked.filter(({ required }) => required).map(({ name }) => name),
          takes: Object.keys(requestBody?.content ?? {}),
          body: jsonOf(requestBody?.content),
          answer: jsonOf(responses[200]?.content),
        },
      ]
    }),
  )
}
