// Files stored with a record: its readers read them, users who may change it add and remove them. The record's history
// has each.
import { sizeText } from '../../core/files/size.ts'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  contents,
  contentWords,
  mayAddFile,
  mayBeOf,
  mayRemoveFile,
  maySend,
  partsOf,
} from '../../core/files/kept-files.ts'
import type { FilePart, KeptFile } from '../../core/answer/questions.ts'
import type { KeptFiles } from '../../core/files/kept-files.ts'
import type { Permit } from '../../core/model.ts'
import { allOf, errorsOf, isReason, yes } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'
import type { Caller } from '../caller.ts'
import { raw, sql, type Database, type Sql, type Tx } from '../db/db.ts'
import { announceList } from '../db/notify.ts'
import { writeAccess, writeAudit } from '../door/audit.ts'
import { once, type Meta, type Saved } from '../door/once.ts'
import { mayByPermit, requirePermit } from '../door/permission.ts'
import { loadInScope } from '../door/stored.ts'
import type { ServerModule } from '../module.ts'
import { invalid, notFound, notPermitted, obey, Refusal, refused, refusedBy } from '../refusal.ts'
import { contentOf, isPlain, isWhole } from './content.ts'
import { inPlace, readWhole } from './uploads.ts'

/** The record of the files, and the user. */
export type Owner = { readonly module: ServerModule; readonly key: number; readonly user: Caller }

/** The permit by which files of a record are added and removed. */
export const permitToKeep = ({ keptBy }: KeptFiles): Permit => (keptBy ? 'read' : 'update')

/** The module's declaration of files, after checking what the user may do with those of the record. */
const filesOf = async (tx: Tx, { module, key, user }: Owner, doing: 'read' | 'change'): Promise<KeptFiles> => {
  const { files, id } = module.model
  if (!files) throw notFound()
  const permit = doing === 'read' ? 'read' : permitToKeep(files)
  requirePermit(user, id, permit)
  if (files.seen?.(user) === false) throw notPermitted()
  const record = await loadInScope(tx, module, key, user)
  if (!mayByPermit(user, id, permit, record)) throw notPermitted()
  if (doing === 'change') obey(allOf(files.keptBy?.(user) ?? yes, module.mayKeepFiles?.(record, user) ?? yes))
  return files
}

/** Locks the record: adding and removing files wait for each other, and for a save. */
const holdOwner = ({ module, key }: Owner): Sql => sql`
  select
    1
  from
    ${raw(module.table)}
  where
    ${raw(module.keyColumn)} = ${key}
  for no key update
`

const ofOwner = ({ module, key }: Owner): Sql => sql`
  file.module_id = ${module.model.id}
  and file.form_id = ${key}
`

const listed = (owner: Owner, only: Sql = sql``): Sql => sql`
  select
    file.kept_file_id as "KeptFileId",
    file.kind as "Kind",
    file.name as "Name",
    file.size as "Size",
    file.user_id as "UserId",
    person.full_name as "FullName",
    file.created_at as "createdAt",
    file.about as "About",
    file.withdrawn_at as "WithdrawnOn",
    file.withdrawn_for as "WithdrawnFor"
  from
    kept_files file
    join users person on person.user_id = file.user_id
  where
    ${ofOwner(owner)} ${only}
  order by
    file.kept_file_id
`

export const listFiles = async (db: Database, owner: Owner): Promise<KeptFile[]> => {
  await filesOf(db.read, owner, 'read')
  return db.read.rows<KeptFile>(listed(owner))
}

const partsThere = (tx: Tx, { module, key }: Owner, files: KeptFiles, kind: string) =>
  files.about?.[kind] === undefined ? undefined : module.partsOfFile?.(tx, key, kind)
/** The parts of the record that a file of this kind may be of; none where the kind is of the whole. */
export const listParts = async (db: Database, owner: Owner, kind: string): Promise<readonly FilePart[]> =>
  (await partsThere(db.read, owner, await filesOf(db.read, owner, 'read'), kind)) ?? []

const refuseLarge = (files: KeptFiles, size: number): void => {
  const decision = maySend(files, size)
  if (!decision.ok) throw new Refusal(413, decision.reason, { errors: errorsOf(decision) })
}
/** The plain file name, without its folder on the sender's machine and without control characters. */
const nameOf = (sent: string, ending: string, endings: readonly string[]): string => {
  const plain = (sent.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const named = plain === '' ? 'file' : plain.slice(0, 150)
  return endings.some((one) => named.toLowerCase().endsWith(`.${one}`)) ? named : `${named}.${ending}`
}

type Sent = {
  readonly kind: string
  readonly name: string
  /** Keys of the parts of the record that it is of. */
  readonly about: readonly number[]
  readonly content: Readable
}

/** Stores a file with its record, once it is complete. @throws 503 while many are being stored */
export const addFile = async (db: Database, owner: Owner, sent: Sent, meta: Meta): Promise<Saved> => {
  // a user who may not add is refused before the file is read
  const files = await filesOf(db.read, owner, 'change')
  const label = files.kinds.find(([kind]) => kind === sent.kind)?.[1]
  if (label === undefined) throw invalid({ Kind: ['Kind is not one of its choices'] })
  return inPlace(owner.user.UserId, () => keepFile(db, owner, sent, meta, files, label))
}

const keepFile = async (
  db: Database,
  owner: Owner,
  sent: Sent,
  meta: Meta,
  files: KeptFiles,
  label: string,
): Promise<Saved> => {
  const { module, key, user } = owner
  const bytes = await readWhole(sent.content, (size) => refuseLarge(files, size))
  const content = contentOf(bytes, files.content)
  if (!content) throw invalid({ File: [contentWords(files)] })
  if (!(await isWhole(bytes, content))) throw invalid({ File: ['The file is damaged'] })
  if (!isPlain(bytes, content))
    throw invalid({ File: ['This PDF runs a program or hides another file. Print it to a new PDF, and add that one'] })
  const { media, endings } = contents[content]
  const name = nameOf(sent.name, endings[0], endings)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const what = { kind: sent.kind, name, about: sent.about, sha256 }
  return once(db, meta, `${module.model.id}/${key}/files`, what, async (tx) => {
    await tx.run(holdOwner(owner))
    await filesOf(tx, owner, 'change')
    const { Count } = await tx.one<{ Count: number }>(sql`
      select
        count(*)::int as count
      from
        kept_files file
      where
        ${ofOwner(owner)}
    `)
    const decision = mayAddFile(files, Count)
    if (!decision.ok) throw refusedBy(decision)
    const there = await partsThere(tx, owner, files, sent.kind)
    const about = partsOf(sent.about, there)
    const isOf = mayBeOf(files, sent.kind, about, there)
    if (!isOf.ok) throw invalid(errorsOf(isOf))
    const { Id } = await tx.one<{ Id: number }>(sql`
      insert into
        kept_files (module_id, form_id, kind, name, media_type, size, sha256, content, user_id, about)
      values
        (
          ${module.model.id},
          ${key},
          ${sent.kind},
          ${name},
          ${media},
          ${bytes.length},
          ${sha256},
          ${bytes},
          ${user.UserId},
          ${about === null ? null : [...about]}::int[]
        )
      returning
        kept_file_id as id
    `)
    const of = there?.filter(({ Key }) => about?.includes(Key)).map(({ Name }) => Name)
    const File = `${label}: ${name} (${[sizeText(bytes.length), ...(of ?? [])].join(', ')})`
    await writeAudit(tx, user, {
      module: module.model.id,
      formId: key,
      action: 'add file',
      changes: { File: [null, File], Sha256: [null, sha256] },
    })
    announceList(module.model.id, user.EmployerId)
    return { status: 201, json: { message: `${name} was saved`, KeptFileId: Id } }
  })
}

type Stored = {
  readonly Name: string
  readonly Media: string
  readonly Size: number
  readonly About: KeptFile['About']
}
/** Bytes of a part sent at a time. */
const part = 262_144

/** Sends a file part by part; if it is removed meanwhile, the transfer breaks off. */
export const readFile = async (
  db: Database,
  owner: Owner,
  id: number,
): Promise<Stored & { readonly parts: AsyncIterable<Uint8Array> }> => {
  await filesOf(db.read, owner, 'read')
  const file = await db.read.maybe<Stored>(sql`
    select
      file.name,
      file.media_type as media,
      file.size,
      file.about
    from
      kept_files file
    where
      ${ofOwner(owner)}
      and file.kept_file_id = ${id}
  `)
  if (!file) throw notFound('This file does not exist')
  await owner.module.discloses?.(db, owner.user, owner.key, 'file', file.About)
  await db.transaction((tx) => writeAccess(tx, owner.user, 'file', owner.module.model.id, owner.key))
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < file.Size; at += part)
      yield (
        await db.read.one<{ Bytes: Buffer }>(sql`
          select
            substring(
              content
              from
                ${at + 1}::int for ${part}::int
            ) as bytes
          from
            kept_files
          where
            kept_file_id = ${id}
        `)
      ).Bytes
  }
  return { ...file, parts: parts() }
}

/** Takes a file out of force, with the reason; it is read as before. @throws 422 without a reason */
const withdrawFile = async (tx: Tx, file: KeptFile, resting: string, reason: string | null): Promise<void> => {
  if (file.WithdrawnOn !== null) throw refused(`${file.Name} is withdrawn already`)
  if (!isReason(reason))
    throw refusedBy({
      ok: false,
      reason: `${resting}: it can only be withdrawn, with a reason`,
      at: 'Reason',
      code: 'rests',
    })
  await tx.run(sql`
    update kept_files
    set
      withdrawn_at = now(),
      withdrawn_for = ${reason}
    where
      kept_file_id = ${file.KeptFileId}
  `)
}

/** Removes a file from its record, or withdraws one on which something rests; the history names it. */
export const removeFile = (db: Database, owner: Owner, id: number, reason: string | null, meta: Meta): Promise<Saved> =>
  once(db, meta, `${owner.module.model.id}/${owner.key}/files/${id}`, { reason }, async (tx) => {
    const { module, key, user } = owner
    // a user must not lock records that they may not see
    const files = await filesOf(tx, owner, 'change')
    await tx.run(holdOwner(owner))
    const file = await tx.maybe<KeptFile>(listed(owner, sql`and file.kept_file_id = ${id}`))
    if (!file) throw notFound('This file does not exist')
    const decision = mayRemoveFile(file, user.UserId, isPrivileged(user))
    if (!decision.ok) throw refusedBy(decision)
    const resting = await module.restsOn?.(tx, key, file)
    if (resting !== undefined) await withdrawFile(tx, file, resting, reason)
    else
      await tx.run(sql`
        delete from kept_files
        where
          kept_file_id = ${id}
      `)
    const [action, done] = resting === undefined ? ['remove file', 'removed'] : ['withdraw file', 'withdrawn']
    const label = files.kinds.find(([kind]) => kind === file.Kind)?.[1] ?? file.Kind
    await writeAudit(tx, user, {
      module: module.model.id,
      formId: key,
      action,
      remarks: reason,
      changes: { File: [`${label}: ${file.Name} (${sizeText(file.Size)})`, null] },
    })
    announceList(module.model.id, user.EmployerId)
    return { status: 200, json: { message: `${file.Name} was ${done}` } }
  })
