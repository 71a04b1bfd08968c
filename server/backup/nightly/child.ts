// The process that makes or tries a backup for the server, so that the server's requests never wait for it. Its order
// comes by its input, since an address holds a password; how it went is noted in the database.
import { json } from 'node:stream/consumers'
import { backupAndNote, tryAndNote } from './note.ts'

export type Order =
  | { readonly kind: 'backup'; readonly url: string; readonly to: string; readonly passphrase?: string | undefined }
  | {
      readonly kind: 'trial'
      readonly url: string
      readonly file: string
      readonly dataDir: string
      readonly databaseUrl: string | undefined
      readonly passphrase?: string | undefined
    }

const isOrder = (sent: unknown): sent is Order =>
  ['backup', 'trial'].includes(String((sent as { kind?: unknown } | null)?.kind))

if (import.meta.main) {
  const order: unknown = await json(process.stdin)
  if (!isOrder(order)) process.exit(2)
  try {
    if (order.kind === 'trial') await tryAndNote(order, 'schedule')
    else await backupAndNote(order, 'schedule')
    process.exit(0)
  } catch {
    process.exit(1)
  }
}
