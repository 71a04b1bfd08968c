// Whether a request's host name is this server's: a page under another name that points at this machine must not reach
// it.
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { network } from '../../core/network.ts'
import type { Config } from '../config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

type Naming = Pick<Config, 'host' | 'trustProxy'> & Partial<Pick<Config, 'publicUrl'>>

/**
 * The accepted names: the network's public address and earlier ones, PUBLIC_URL and HOST, this machine, and numeric
 * addresses, which another name cannot be bound to. Before a public address is set, a configured proxy decides by its
 * own names.
 */
export const answersTo = (config: Naming): ((host: string) => boolean) => {
  const named = config.publicUrl === undefined ? [] : [new URL(config.publicUrl).hostname]
  const own = new Set([...loopback, config.host.toLowerCase(), hostname().toLowerCase(), ...named])
  const isPublic = (host: string): boolean =>
    network.publicAddress === null ? config.trustProxy : new URL(network.publicAddress).hostname === host
  return (name) => {
    const host = name.toLowerCase()
    return (
      own.has(host) || isIP(host.replace(/^\[|\]$/g, '')) > 0 || isPublic(host) || network.acceptedNames.includes(host)
    )
  }
}
