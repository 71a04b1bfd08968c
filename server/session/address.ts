// Where a request comes from: its address as it is logged, and the network of it that one caller can have whole.
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The address in one spelling: some proxies add the port, and a server of both kinds maps IPv4 into IPv6. Empty for a
 * caller who has left already.
 */
export const addressOf = (sent: string | undefined): string => {
  const text = (sent ?? '').trim()
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1]
  return (mapped !== undefined && isIPv4(mapped) ? mapped : (bare.split('%')[0] ?? '')).toLowerCase().slice(0, 100)
}

/** The four groups of sixteen bits that an IPv6 address begins with. */
const prefixOf = (address: string): string => {
  const [head = '', tail] = address.split('::')
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  // the end may be written as IPv4, which is two groups
  const written = first.length + last.length + (address.includes('.') ? 1 : 0)
  const between = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - written) }, () => '0')
  return [...first, ...between, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** What limits count by: an IPv4 address, or the 64 bits of an IPv6 address that a line at home already has whole. */
export const networkOf = (sent: string | undefined): string => {
  const address = addressOf(sent)
  return isIPv6(address) ? `${prefixOf(address)}::/64` : address
}
