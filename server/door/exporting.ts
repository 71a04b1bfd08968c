// Files of many rows, sent while they are read: a few at a time, each in the access log.
import { tryLater } from '../refusal.ts'
import type { Answer, Call } from '../route.ts'
import { writeAccess } from './audit.ts'

/** Most exports of this process at a time: each uses a connection until its reader has finished. */
const mostExports = 3
let exporting = 0

/** `failed`: reading ended early, which the access log shows next to the export. */
type File = { readonly stream: NonNullable<Answer['stream']>; readonly mediaType: string; readonly name: string }
export const exported = async (
  { db, user }: Call,
  module: string,
  make: (failed: () => void) => File,
): Promise<Answer> => {
  if (exporting >= mostExports) throw tryLater(10, 'Other exports are running. Please try again.')
  // counted before the first await, so that many at once are counted too
  exporting += 1
  try {
    await db.transaction((tx) => writeAccess(tx, user, 'export', module, null))
  } catch (error) {
    exporting -= 1
    throw error
  }
  // if the database is lost, its own log reports that
  const failed = (): void =>
    void db.transaction((tx) => writeAccess(tx, user, 'export cut', module, null)).catch(() => undefined)
  const { stream, mediaType, name } = make(failed)
  return {
    stream,
    // not when the last row was read: a caller who leaves early never reads it
    closed: () => {
      exporting -= 1
    },
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    },
  }
}
