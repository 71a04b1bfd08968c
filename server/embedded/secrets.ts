// The passwords of the embedded database: created once, all or none, and stored in a file next to its folder.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export type Secrets = { superuser: string; owner: string; application: string }

const isWhole = (read: Partial<Secrets> | null): read is Secrets =>
  [read?.superuser, read?.owner, read?.application].every((one) => typeof one === 'string' && one !== '')

const parse = (file: string): Secrets | undefined => {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets> | null
    return isWhole(read) ? read : undefined
  } catch {
    return undefined
  }
}

/**
 * @param data The database's folder: if it already exists, new passwords would not open it
 * @throws Error with one line when the file is lost or damaged
 */
export const readSecrets = (file: string, data: string): Secrets => {
  const read = parse(file)
  if (read) return read
  if (existsSync(data))
    throw new Error(
      `The passwords of the embedded database are ${existsSync(file) ? 'damaged' : 'lost'}: ` +
        `put ${file} back from a backup, or restore a backup into an empty folder.`,
    )
  const made = {
    superuser: randomBytes(24).toString('hex'),
    owner: randomBytes(24).toString('hex'),
    application: randomBytes(24).toString('hex'),
  }
  const draft = `${file}.new`
  const opened = openSync(draft, 'w', 0o600)
  writeFileSync(opened, JSON.stringify(made))
  fsyncSync(opened)
  closeSync(opened)
  renameSync(draft, file)
  return made
}
