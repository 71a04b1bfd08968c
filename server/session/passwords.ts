// Password hashes: Argon2id, two at once at most, a bounded queue, and the rules of a good password.
import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tryLater } from '../refusal.ts'

const settings = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
const waiting: (() => void)[] = []
let running = 0

const turn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= 2) {
    if (waiting.length >= 40) throw tryLater(5)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string): Promise<string> => turn(() => hash(password, settings))
let nobody: Promise<string> | undefined
/** Whether the password is right; without a hash (unknown user) the same work is done and the answer is false. */
export const passwordFits = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await (nobody ??= hashPassword(randomBytes(16).toString('hex'))))
  const fits = await turn(() => verify(against, password.slice(0, 128)).catch(() => false))
  return fits && stored !== null && stored !== undefined
}

/**
 * Known passwords of twelve characters or more, and words that are known with a few digits added; the list of zxcvbn-ts
 * (MIT), shortened.
 */
const weak = new Set(
  readFileSync(new URL('weak-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)
/** The least number of other characters in a password that contains the user's own names. */
const besideNames = 8

const isWeak = (low: string, names: readonly string[]): boolean => {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length > 2)
  let rest = low
  for (const word of words.sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return (
    weak.has(low) ||
    weak.has(low.replace(/[^a-z]+$/, '')) ||
    new Set(low).size < 4 ||
    /^(.{1,6})\1+$/.test(low) ||
    (rest !== low && rest.length < besideNames)
  )
}
/**
 * Why a new password is not good enough; undefined when it is. Length 12 to 128, no composition rules, a block list,
 * and not mainly the user's own names (user name, full name) or the product's (ASVS 5.0, 6.2).
 */
export const passwordProblem = (password: string, ...names: readonly string[]): string | undefined => {
  if (password.length < 12) return 'Password must have at least 12 characters'
  if (password.length > 128) return 'Password can have 128 characters at most'
  return isWeak(password.toLowerCase(), [...names, 'aliquot']) ? 'This password is too easy to guess' : undefined
}
/** A temporary password: 16 letters and digits that cannot be confused with each other. */
export const temporaryPassword = (): string => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
}
