// Pictures of stored documents: the document names a picture by its hash; the picture is stored once and never changes.
import { createHash } from 'node:crypto'
import { sql, type Tx } from '../db/db.ts'

/** The name that a stored document has in place of a picture. */
export const nameOfPicture = (picture: string): string => createHash('sha256').update(picture).digest('hex')

/** Stores these pictures, unless they are already stored. */
export const keepPictures = async (tx: Tx, pictures: readonly (string | null | undefined)[]): Promise<void> => {
  const all = [...new Set(pictures.filter((one) => typeof one === 'string'))]
  if (all.length === 0) return
  await tx.run(sql`
    insert into
      paper_pictures (sha256, picture)
    select
      *
    from
      unnest(${all.map(nameOfPicture)}::text[], ${all}::text[])
    on conflict do nothing
  `)
}
