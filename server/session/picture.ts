// Uploaded pictures: PNG or JPEG by content, 512 KB and 1024 px at most, re-encoded.
import sharp from 'sharp'
import { invalid } from '../refusal.ts'

/** A data URL in, a re-encoded data URL of 512 px at most out; 400 with the reason otherwise. */
export const checkPicture = async (dataUrl: string, field = 'Picture'): Promise<string> => {
  const refuse = (text: string) => invalid({ [field]: [text] })
  const match = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(dataUrl)
  if (!match?.[2]) throw refuse('Picture must be a PNG or JPEG picture')
  const bytes = Buffer.from(match[2], 'base64')
  if (bytes.length > 524_288) throw refuse('Picture can have 512 KB at most')
  const image = sharp(bytes, { limitInputPixels: 1024 * 1024 })
  const meta = await image.metadata().catch(() => undefined)
  if (!meta || (meta.format !== 'png' && meta.format !== 'jpeg')) throw refuse('Picture must be a PNG or JPEG picture')
  if ((meta.width ?? 0) > 1024 || (meta.height ?? 0) > 1024) throw refuse('Picture can have 1024 pixels a side at most')
  const made = await image
    .resize(512, 512, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => undefined)
  // the header of a file may be complete and the rest cut off
  if (!made) throw refuse('Picture is damaged')
  return `data:image/png;base64,${made.toString('base64')}`
}

/** A record with its new pictures checked and re-encoded; stored ones already are. */
export const withPictures = async <R extends object>(
  record: R,
  before: object | null,
  fields: readonly (keyof R & string)[],
): Promise<R> => {
  const made = { ...record }
  for (const field of fields) {
    const sent: unknown = record[field]
    const was = before === null ? undefined : new Map<string, unknown>(Object.entries(before)).get(field)
    if (sent === '') Object.assign(made, { [field]: null })
    else if (typeof sent === 'string' && sent !== was) Object.assign(made, { [field]: await checkPicture(sent, field) })
  }
  return made
}
