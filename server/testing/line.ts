// A connection to a database that a test can cut and restore.
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './port.ts'

const lines: { cut(): void }[] = []
/** Cuts the lines that a test has left open. */
export const cutLines = (): void => lines.forEach((line) => line.cut())

/** Opens a local address that leads to the database. */
export const lineTo = async (url: string) => {
  const target = new URL(url)
  // a folder means the socket in it
  const host = decodeURIComponent(target.hostname)
  const port = target.port || '5432'
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((here) => {
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
      if (isHeld) one.pause()
    }
  })
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  await listen(0)
  const own = portOf(server)
  const near = new URL(url)
  near.host = `127.0.0.1:${own}`
  const line = {
    url: near.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    mend: () => listen(own),
    /** Nothing passes any more, and nobody hears of it: the machine at the other end hangs. */
    hold() {
      isHeld = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      isHeld = false
      for (const socket of sockets) socket.resume()
    },
  }
  lines.push(line)
  return line
}
