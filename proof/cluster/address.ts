// An address that moves: what a network gives a database so that its servers find the primary, whichever machine it is.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Movable = { readonly port: number; moveTo(url: string): void; close(): void }

/** Opens a local port that leads to a database, until it is moved to another one. */
export const movableAddress = async (url: string): Promise<Movable> => {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((here) => {
    const host = decodeURIComponent(target.hostname)
    const port = target.port || '5432'
    // a folder means the socket in it
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(other) {
      target = new URL(other)
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
