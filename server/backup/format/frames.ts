// The file of a backup: a line that names the format, a line about the file, then frames. Each frame is compressed,
// encrypted where there is a passphrase, and sealed with its place: one that is changed, moved or missing is found.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { ConfigError } from '../../config.ts'
import type { OnDisk } from './disk.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const form = 1
const firstLine = `ALIQUOT BACKUP ${form}\n`
const sealLength = 16
/** Bytes before the content of a frame: its length and its kind. */
const prefix = 5
/** A beginning longer than this is none of ours. */
const mostOfHead = 4096

/** What a frame holds, in the order of a file: the plan, then of each table its rows and its end, then the manifest. */
export const kindOf = { plan: 1, rows: 2, tableEnd: 3, manifest: 4 } as const
type Kind = (typeof kindOf)[keyof typeof kindOf]
export type Frame = { readonly kind: number; readonly content: Buffer; readonly at: number }

type Scrypt = { readonly N: number; readonly r: number; readonly p: number; readonly salt: string }
/** Readable without the passphrase: nothing of the network is in it. */
export type Head = {
  readonly version: string
  readonly madeAt: string
  readonly migration: string
  readonly scrypt?: Scrypt
}

/** Memory for one try of a passphrase: 64 MB. */
const cost = { N: 65_536, r: 8, p: 1 }
const keyOf = (passphrase: string, { N, r, p, salt }: Scrypt): Promise<Buffer> => {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** The place of a frame, which its seal covers: this file, its number and its kind. */
const placeOf = (file: Buffer, index: number, kind: number): Buffer => {
  const end = Buffer.alloc(9)
  end.writeBigUInt64BE(BigInt(index))
  end[8] = kind
  return Buffer.concat([file, end])
}
/** No number is used twice with one key: each file has a salt, and so a key, of its own. */
const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}
const sumOf = (place: Buffer, body: Buffer): Buffer =>
  createHash('sha256').update(place).update(body).digest().subarray(0, sealLength)

const sealed = (key: Buffer | undefined, index: number, place: Buffer, content: Buffer): [Buffer, Buffer] => {
  if (!key) return [content, sumOf(place, content)]
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(place)
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return [body, cipher.getAuthTag()]
}
/** Undefined where the seal does not hold. */
const unsealed = (
  key: Buffer | undefined,
  index: number,
  place: Buffer,
  body: Buffer,
  seal: Buffer,
): Buffer | undefined => {
  if (!key) return timingSafeEqual(sumOf(place, body), seal) ? body : undefined
  const cipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: sealLength })
  cipher.setAAD(place).setAuthTag(seal)
  try {
    return Buffer.concat([cipher.update(body), cipher.final()])
  } catch {
    return undefined
  }
}

/** Begins a file; answers how a frame is added, and the bytes so far. */
export const writeFrames = async (
  file: FileHandle,
  disk: OnDisk,
  about: Omit<Head, 'scrypt'>,
  passphrase: string | undefined,
): Promise<{ add(kind: Kind, content: Buffer): Promise<void>; bytes(): number }> => {
  const salted = { ...cost, salt: randomBytes(16).toString('base64') }
  const head: Head = passphrase === undefined ? about : { ...about, scrypt: salted }
  const key = passphrase === undefined ? undefined : await keyOf(passphrase, salted)
  const start = Buffer.from(`${firstLine}${JSON.stringify(head)}\n`)
  const id = createHash('sha256').update(start).digest()
  await disk(file.writeFile(start))
  let [bytes, index] = [start.length, 0]
  return {
    async add(kind, content) {
      const [body, seal] = sealed(key, index, placeOf(id, index, kind), await compress(content))
      const before = Buffer.alloc(prefix)
      before.writeUInt32BE(body.length)
      before[4] = kind
      await disk(file.writeFile(Buffer.concat([before, body, seal])))
      index += 1
      bytes += prefix + body.length + sealLength
    },
    bytes: () => bytes,
  }
}

export type Opened = {
  readonly head: Head
  readonly size: number
  /** All frames from the first one. `isRead` false checks the seals and leaves the content compressed. */
  frames(options?: { isRead?: boolean }): AsyncGenerator<Frame>
}

/** An open file, and its disk. */
type Source = { readonly file: FileHandle; readonly disk: OnDisk }

const read = async ({ file, disk }: Source, at: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(length)
  let got = 0
  while (got < length) {
    const { bytesRead } = await disk(file.read(buffer, got, length - got, at + got))
    if (bytesRead === 0) break
    got += bytesRead
  }
  return buffer.subarray(0, got)
}

/** The beginning of a file as an object; undefined for what is none. */
const headOf = (line: string): Head | undefined => {
  try {
    return JSON.parse(line) as Head
  } catch {
    return undefined
  }
}

const damaged = (): never => {
  throw new ConfigError('its beginning is damaged. Take another backup.')
}

/** The frames of a file end early. */
export class CutOff extends Error {}
/** A seal does not hold. */
export class Broken extends Error {
  readonly at: number
  constructor(at: number) {
    super(`byte ${at}`)
    this.at = at
  }
}

/**
 * @throws ConfigError with one line for a file that is no backup, of a newer form, not opened by the passphrase, or not
 * encrypted where there is one: such a file may have taken the place of an encrypted one
 */
export const readFrames = async (file: Source, passphrase: string | undefined): Promise<Opened> => {
  const { size } = await file.disk(file.file.stat())
  const start = await read(file, 0, Math.min(size, mostOfHead))
  const text = start.toString('latin1')
  const [first = '', second = ''] = text.split('\n', 2)
  const found = Number(/^ALIQUOT BACKUP (\d+)$/.exec(first)?.[1])
  if (!found) throw new ConfigError('it is no backup of Aliquot, or its beginning is damaged. Take another file.')
  if (found > form)
    throw new ConfigError('a newer version of Aliquot has made it. Install that version, and restore with it.')
  const head = headOf(second)
  if (head === undefined) return damaged()
  if (head.scrypt && passphrase === undefined)
    throw new ConfigError('it is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
  if (!head.scrypt && passphrase !== undefined)
    throw new ConfigError(
      'it is not encrypted, and BACKUP_PASSPHRASE is set: it may be an exchanged file. ' +
        'If it is the right one, restore it with BACKUP_PASSPHRASE empty.',
    )
  const key = head.scrypt && passphrase !== undefined ? await keyOf(passphrase, head.scrypt).catch(damaged) : undefined
  const from = first.length + second.length + 2
  const id = createHash('sha256').update(start.subarray(0, from)).digest()
  const frames = async function* ({ isRead = true } = {}): AsyncGenerator<Frame> {
    let at = from
    for (let index = 0; at < size; index += 1) {
      const before = await read(file, at, prefix)
      const length = before.length < prefix ? size : before.readUInt32BE()
      if (at + prefix + length + sealLength > size) throw new CutOff()
      const kind = before[4] ?? 0
      const all = await read(file, at + prefix, length + sealLength)
      const [body, seal] = [all.subarray(0, length), all.subarray(length)]
      const content = unsealed(key, index, placeOf(id, index, kind), body, seal)
      if (content === undefined && index === 0 && key)
        throw new ConfigError('BACKUP_PASSPHRASE is not its passphrase, or its beginning is damaged. Correct it.')
      if (content === undefined) throw new Broken(at)
      // what names a table is read always, so that damage behind it is reported by its table
      const isOpened = isRead || kind !== kindOf.rows
      yield { kind, content: isOpened ? await decompress(content) : content, at }
      at += prefix + length + sealLength
    }
  }
  return { head, size, frames }
}
