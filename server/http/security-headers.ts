// The security headers of every answer, as helmet says them. It works them out for each request, which is 8 % of
// what this process does for a record; they are the same for all.
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { policy } from './policy.ts'

type Header = readonly [name: string, value: string | number | readonly string[]]

/** What helmet sets on an answer that has no header yet. */
const headersOf = async (config: Pick<Config, 'trustProxy'>): Promise<readonly Header[]> => {
  const sample = Fastify()
  await sample.register(helmet, {
    contentSecurityPolicy: policy,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    hsts: config.trustProxy,
    frameguard: { action: 'deny' },
  })
  let found: readonly Header[] = []
  sample.addHook('onRequest', async (_request, { raw }) => {
    found = Object.entries(raw.getHeaders()).map(([name, value = '']) => [name, value])
  })
  sample.get('/', () => '')
  await sample.inject('/')
  await sample.close()
  return found
}

/** Sets them on every answer, refusals included. */
export const setSecurityHeaders = async (app: FastifyInstance, config: Pick<Config, 'trustProxy'>): Promise<void> => {
  const headers = await headersOf(config)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
