// The browser application's files; any other address answers the application itself, which shows its own 404.
import fastifyStatic from '@fastify/static'
import compress from '@fastify/compress'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export const registerPages = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, { global: true, threshold: 1400, encodings: ['br', 'gzip'] })
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      // a route for each script of fourteen days of builds took half of the time that the server needs to start
      globIgnore: ['assets/**'],
      // the build packs scripts and styles (tools/build.ts); compress takes the rest
      preCompressed: true,
      maxAge: '365d',
      immutable: true,
      setHeaders: (reply, path) => {
        if (!/\/assets\//.test(path)) void reply.header('cache-control', 'no-cache')
      },
    })
    app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': file } }, reply) =>
      reply.sendFile(`assets/${file}`),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    if (
      request.method === 'GET' &&
      !request.url.startsWith('/api') &&
      existsSync(root) &&
      !/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '')
    )
      return reply.header('cache-control', 'no-cache').sendFile('index.html', root, { maxAge: 0, immutable: false })
    return reply.code(404).send({ message: 'This address does not exist', requestId: request.id })
  })
}
