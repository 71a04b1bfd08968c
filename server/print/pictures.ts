// Extracts pictures from print data, so that a template names them by a path.
import { createHash } from 'node:crypto'

/** A picture that the template names by its path. */
export type PrintImage = { readonly Path: string; readonly Bytes: Buffer }
export type Typeset = { readonly Json: unknown; readonly Images: readonly PrintImage[] }

const MAGIC: readonly (readonly [string, string])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['gif', '47494638'],
  ['webp', '52494646'],
]

/**
 * Extracts pictures from data addresses. Only four raster formats are accepted, by their first bytes: a vector drawing
 * could refer to other files.
 */
export const imageTaker = (): {
  readonly take: (address: string | null) => string | null
  readonly images: PrintImage[]
} => {
  const images: PrintImage[] = []
  const take = (address: string | null): string | null => {
    const base64 = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/.exec(address ?? '')?.[1]
    if (base64 === undefined) return null
    const bytes = Buffer.from(base64, 'base64')
    const ext = MAGIC.find(([, magic]) => bytes.subarray(0, magic.length / 2).toString('hex') === magic)?.[0]
    if (ext === undefined) return null
    const path = `/images/${createHash('sha256').update(bytes).digest('hex')}.${ext}`
    if (!images.some((image) => image.Path === path)) images.push({ Path: path, Bytes: bytes })
    return path
  }
  return { take, images }
}
