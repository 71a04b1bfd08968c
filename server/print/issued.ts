// Issued papers of money: kept as bytes under a version and a hash when they are first given out. Printed again they
// are the same bytes with another mark; what the document says since is another version, which says so.
import { createHash } from 'node:crypto'
import { formatDate } from '../../core/dates.ts'
import type { Author } from '../caller.ts'
import { sql, type Database, type Tx } from '../db/db.ts'
import { writeAudit } from '../door/audit.ts'
import { notFound } from '../refusal.ts'
import { markedPdf } from './marked.ts'
import { withFonts, withMark } from './page.ts'
import { keepPictures, nameOfPicture } from './paper-pictures.ts'

type Drawn = { readonly html: string } | { readonly pdf: Uint8Array }
const words = {
  bill: 'Bill',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  receipt: 'Receipt',
  refund: 'Refund',
  settlement: 'Settlement',
  commission: 'Commission',
  statement: 'Statement',
  reminder: 'Reminder',
} as const
export type IssuedPaper = {
  readonly kind: keyof typeof words
  /** Of the sale, the invoice, the credit note, the transaction, the settlement, the referral or the statement. */
  readonly documentId: number
  readonly paperNo: string
  /** What it says, as plain data and without names and addresses, which may change and are printed as they were. */
  readonly says: unknown
  /**
   * Draws it as it is now; HTML without fonts. `versionText` says which version it is and which it replaces; null on
   * the first.
   */
  readonly draw: (versionText: string | null) => Promise<Drawn>
}
/** The record that it is printed from, and by which way it is given out. */
type Asked = {
  readonly module: string
  readonly formId: number
  readonly version?: number | null
  readonly way?: 'print' | 'mail'
}

/** `remarks`: which copy it is, for the history. */
type Copy = { readonly pdf: Uint8Array; readonly name: string; readonly remarks: string }

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const original = 'Original for recipient'

type Kept = { Version: number; Says: string; MediaType: string; Content: Buffer; createdAt: string; Last: number }
const readKept = (tx: Tx, { kind, documentId }: IssuedPaper, version: number | null): Promise<Kept | undefined> =>
  tx.maybe<Kept>(sql`
    select
      paper.version,
      paper.says,
      paper.media_type,
      paper.content,
      paper.created_at,
      (
        select
          max(newest.version)
        from
          issued_papers newest
        where
          newest.kind = paper.kind
          and newest.document_id = paper.document_id
      ) as last
    from
      issued_papers paper
    where
      paper.kind = ${kind}
      and paper.document_id = ${documentId}
      and (
        ${version}::int is null
        or paper.version = ${version}
      )
    order by
      paper.version desc
    limit
      1
  `)

const picture = /data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+/g
const nameMark = /"picture:([0-9a-f]{64})"/g

/** Stores a version, unless another request stored it at the same moment. */
const keep = async (tx: Tx, user: Author, paper: IssuedPaper, version: number, drawn: Drawn): Promise<boolean> => {
  const pictures = 'html' in drawn ? [...drawn.html.matchAll(picture)].map(([address]) => address) : []
  await keepPictures(tx, pictures)
  const content = Buffer.from(
    'html' in drawn ? drawn.html.replace(picture, (address) => `picture:${nameOfPicture(address)}`) : drawn.pdf,
  )
  const added = await tx.run(sql`
    insert into
      issued_papers (kind, document_id, version, paper_no, says, media_type, content, hash, created_by)
    values
      (
        ${paper.kind},
        ${paper.documentId},
        ${version},
        ${paper.paperNo},
        ${sha256(JSON.stringify(paper.says))},
        ${'html' in drawn ? 'text/html' : 'application/pdf'},
        ${content},
        ${sha256(content)},
        ${user.UserId}
      )
    on conflict (kind, document_id, version) do nothing
  `)
  return added === 1
}

const withPictures = async (tx: Tx, html: string): Promise<string> => {
  const names = [...html.matchAll(nameMark)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) return html
  const rows = await tx.rows<{ Sha256: string; Picture: string }>(sql`
    select
      sha256,
      picture
    from
      paper_pictures
    where
      sha256 = any (${names})
  `)
  const known = new Map(rows.map((row) => [row.Sha256, row.Picture]))
  return html.replace(nameMark, (_all, name: string) => `"${known.get(name) ?? ''}"`)
}

/** A kept version with the mark of this copy. */
const copyOf = async (tx: Tx, { MediaType, Content }: Kept, mark: string) =>
  MediaType === 'text/html'
    ? { html: withMark(withFonts(await withPictures(tx, Content.toString())), mark) }
    : { pdf: await markedPdf(Content, mark) }

const duplicateOf = ({ Version, Last }: Kept): string =>
  Version === Last ? 'DUPLICATE' : `DUPLICATE of version ${Version}, replaced by version ${Last}`

/**
 * A copy of the paper as it was issued: a version is kept when the document says something new, and its first copy is
 * the original. What is sent by mail is the original of its recipient. The history of the record says who
 * had it: of what is mailed the sender writes that, once it was sent.
 * @throws 404 where a version is asked that was never issued
 */
export const issuedCopy = async (
  db: Database,
  user: Author,
  paper: IssuedPaper,
  { module, formId, version = null, way = 'print' }: Asked,
): Promise<{ html: string } | Copy> => {
  const before = await readKept(db.read, paper, version)
  if (version !== null && !before) throw notFound('This version was never issued')
  const isNew = version === null && before?.Says !== sha256(JSON.stringify(paper.says))
  const next = (before?.Version ?? 0) + 1
  const drawn = isNew
    ? await paper.draw(
        before === undefined
          ? null
          : `Version ${next}, replaces version ${next - 1} of ${formatDate(before.createdAt)}`,
      )
    : null
  const copy = await db.transaction(async (tx) => {
    const isFirst = drawn !== null && (await keep(tx, user, paper, next, drawn))
    const kept = await readKept(tx, paper, version ?? (isNew ? next : (before?.Version ?? next)))
    if (!kept) throw notFound('This version was never issued')
    const mark = isFirst || way === 'mail' ? original : duplicateOf(kept)
    const remarks = `${words[paper.kind]} ${paper.paperNo}, version ${kept.Version}: ${mark}`
    // what is mailed is in the history once it was sent
    if (way === 'print') await writeAudit(tx, user, { module, formId, action: way, remarks })
    return { kept, mark, remarks }
  })
  const given = await copyOf(db.read, copy.kept, copy.mark)
  if (given.html !== undefined) return { html: given.html }
  const name = `${paper.kind}-${paper.paperNo.replaceAll('/', '-')}.pdf`
  return { pdf: given.pdf, name, remarks: copy.remarks }
}

/** The same of a paper that is drawn as PDF. */
export const issuedPdf = async (...asked: Parameters<typeof issuedCopy>): Promise<Copy> => {
  const copy = await issuedCopy(...asked)
  if ('html' in copy) throw new Error('This paper is no PDF')
  return copy
}
