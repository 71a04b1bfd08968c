// The port at which a server of a test listens.
import type { Server } from 'node:net'

export const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens at no port')
  return address.port
}
