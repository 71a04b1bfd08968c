// Uploads: how many at once, in all and by one user, and how slowly they may arrive.
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { Refusal, tryLater } from '../refusal.ts'
import { isTooSlow } from './pace.ts'

/** Most files read at the same time: each is in memory until it is stored. */
const mostUploads = 4
/** Most of one user, so that others find a place. */
const mostOfOne = 2
const uploading = new Map<number, number>()

/** How long a user's third file waits for the first two, so that several small files at once succeed. */
const waitMs = 2000
const isFull = (userId: number): boolean => (uploading.get(userId) ?? 0) >= mostOfOne
const ownPlace = async (userId: number): Promise<void> => {
  for (const began = performance.now(); isFull(userId) && performance.now() - began < waitMs;) await setTimeout(20)
  if (isFull(userId)) throw tryLater(2, `You are sending ${mostOfOne} files already. Please try again.`)
}

/** Occupies a place while a file is read and stored. @throws 503 when there is none */
export const inPlace = async <T>(userId: number, run: () => Promise<T>): Promise<T> => {
  await ownPlace(userId)
  const all = [...uploading.values()].reduce((sum, count) => sum + count, 0)
  if (all >= mostUploads) throw tryLater(2, 'Other files are being saved. Please try again.')
  uploading.set(userId, (uploading.get(userId) ?? 0) + 1)
  try {
    return await run()
  } finally {
    const left = (uploading.get(userId) ?? 1) - 1
    if (left === 0) uploading.delete(userId)
    else uploading.set(userId, left)
  }
}

/** Reads the whole file. `refuseLarge` throws when it is larger than allowed. @throws 408 when it comes too slowly */
export const readWhole = async (content: Readable, refuseLarge: (size: number) => void): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  const began = performance.now()
  let watch: NodeJS.Timeout | undefined
  const slow = new Promise<never>((_resolve, reject) => {
    watch = setInterval(() => {
      if (isTooSlow(size, performance.now() - began))
        reject(new Refusal(408, 'The file arrived too slowly. Please try again.'))
    }, 1000)
  })
  // the connection is not closed, so that a sender of too much or too slowly gets the refusal
  const sent = content.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const next = await Promise.race([sent.next(), slow])
      if (next.done) return Buffer.concat(parts)
      const bytes = next.value as Uint8Array
      size += bytes.length
      refuseLarge(size)
      parts.push(bytes)
    }
  } finally {
    clearInterval(watch)
  }
}
