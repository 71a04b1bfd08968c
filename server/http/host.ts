// Whether a request names this server: a page of another name that was pointed at this machine must not speak to it.
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { network } from '../../core/network.ts'
import type { Config } from '../config.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']

type Naming = Pick<Config, 'host' | 'trustProxy'> & Partial<Pick<Config, 'publicUrl'>>

/**
 * Names the server answers to: the network's public address and earlier ones, the PUBLIC_URL and HOST it was started
 * with, this machine, and addresses in numbers, which no other name can be bound to. Before a public address is set, a
 * proxy that was announced says by its own names which requests are ours.
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
