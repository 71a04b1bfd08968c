// What a file is by its bytes, whatever its name says, and whether it is whole.
import sharp from 'sharp'
import type { Content } from '../../core/files/kept-files.ts'

const begins: Readonly<Record<Content, string>> = { pdf: '255044462d', png: '89504e470d0a1a0a', jpeg: 'ffd8ff' }
/** What stands in the last bytes of a whole one; programs may add a few behind it. */
const ends: Readonly<Record<Content, Buffer>> = {
  pdf: Buffer.from('%%EOF'),
  png: Buffer.from('49454e44ae426082', 'hex'),
  jpeg: Buffer.from('ffd9', 'hex'),
}
const lastBytes = 2048
/** Pixels of a picture at most: a small file may unfold into a wall. */
const mostPixels = 100_000_000

/** One of those that may be, undefined for anything else. */
export const contentOf = (bytes: Buffer, among: readonly Content[]): Content | undefined =>
  among.find((content) => bytes.subarray(0, begins[content].length / 2).toString('hex') === begins[content])

/** Whether it ends as it should, and a picture has a size that can be drawn. */
export const isWhole = async (bytes: Buffer, content: Content): Promise<boolean> => {
  if (!bytes.subarray(-lastBytes).includes(ends[content])) return false
  if (content === 'pdf') return true
  const meta = await sharp(bytes, { limitInputPixels: mostPixels })
    .metadata()
    .catch(() => undefined)
  return meta?.format === content && meta.width > 0 && meta.width * meta.height <= mostPixels
}

/** Names of a PDF that make its reader do something, and what makes a file a web page or an archive as well. */
const acts = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)\b/
const page = /<(!doctype|html|script|svg|body|iframe)\b/i
const archiveEnd = Buffer.from('504b0506', 'hex')
/** Bytes in which the list at the end of an archive lies. */
const archiveBytes = 65_558
/** Names may be written with the numbers of their letters: `/Java#53cript`. */
const named = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * Whether a PDF is no more than that, as far as its open parts say: it runs nothing, and is no web page or archive for
 * somebody who looks at it otherwise. What is packed inside it is not looked at: it is sent so that nothing of it runs.
 */
export const isPlain = (bytes: Buffer, content: Content): boolean =>
  content !== 'pdf' ||
  (!acts.test(named(bytes.toString('latin1'))) &&
    !page.test(bytes.subarray(0, 1024).toString('latin1')) &&
    !bytes.subarray(-archiveBytes).includes(archiveEnd))
