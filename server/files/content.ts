// The content type of a file by its bytes, not its name, and whether it is complete.
import sharp from 'sharp'
import type { Content } from '../../core/files/kept-files.ts'

const begins: Readonly<Record<Content, string>> = { pdf: '255044462d', png: '89504e470d0a1a0a', jpeg: 'ffd8ff' }
/** The mark in the last bytes of a complete file; programs may add a few bytes after it. */
const ends: Readonly<Record<Content, Buffer>> = {
  pdf: Buffer.from('%%EOF'),
  png: Buffer.from('49454e44ae426082', 'hex'),
  jpeg: Buffer.from('ffd9', 'hex'),
}
const lastBytes = 2048
/** Most pixels of a picture: a small file may decode to a huge one. */
const mostPixels = 100_000_000

/** The content type among those allowed, undefined for any other. */
export const contentOf = (bytes: Buffer, among: readonly Content[]): Content | undefined =>
  among.find((content) => bytes.subarray(0, begins[content].length / 2).toString('hex') === begins[content])

/** Whether the end is complete, and a picture has a size that can be drawn. */
export const isWhole = async (bytes: Buffer, content: Content): Promise<boolean> => {
  if (!bytes.subarray(-lastBytes).includes(ends[content])) return false
  if (content === 'pdf') return true
  const meta = await sharp(bytes, { limitInputPixels: mostPixels })
    .metadata()
    .catch(() => undefined)
  return meta?.format === content && meta.width > 0 && meta.width * meta.height <= mostPixels
}

/** PDF names that make a reader act, and marks that make a file a web page or an archive as well. */
const acts = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)\b/
const page = /<(!doctype|html|script|svg|body|iframe)\b/i
const archiveEnd = Buffer.from('504b0506', 'hex')
/** The last bytes in which an archive has its directory. */
const archiveBytes = 65_558
/** Decodes names with character codes: `/Java#53cript`. */
const named = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * Whether a PDF is only a PDF, judged by its uncompressed parts: it runs no program, and is not also a web page or an
 * archive. Compressed parts are not checked: files are sent with headers that let no part of them run.
 */
export const isPlain = (bytes: Buffer, content: Content): boolean =>
  content !== 'pdf' ||
  (!acts.test(named(bytes.toString('latin1'))) &&
    !page.test(bytes.subarray(0, 1024).toString('latin1')) &&
    !bytes.subarray(-archiveBytes).includes(archiveEnd))
