// The process that works on the disk of the backups for the server: its requests never wait for it, and a disk that
// hangs holds no thread of it. The order comes by its input, since an address holds a password; how it went is noted in
// the database.
import { json } from 'node:stream/consumers'
import { isObject } from '../../../core/same.ts'
import { leave } from '../format/disk.ts'
import { backupAndNote, removeAndNote, tryAndNote, type Replaced } from './note.ts'

type Common = { readonly url: string; readonly passphrase?: string | undefined; readonly diskSeconds?: number }
export type Order = Common &
  (
    | { readonly kind: 'backup'; readonly to: string }
    | {
        readonly kind: 'trial'
        readonly file: string
        readonly dataDir: string
        readonly databaseUrl: string | undefined
      }
    | { readonly kind: 'remove'; readonly files: readonly Replaced[] }
  )

const isOrder = (sent: unknown): sent is Order =>
  isObject(sent) && 'kind' in sent && ['backup', 'trial', 'remove'].includes(String(sent.kind))

const follow = async (order: Order): Promise<unknown> => {
  if (order.kind === 'trial') return tryAndNote(order, 'schedule')
  if (order.kind === 'remove') return removeAndNote(order.url, order.files, order.diskSeconds)
  return backupAndNote(order, 'schedule')
}

if (import.meta.main) {
  const order: unknown = await json(process.stdin)
  if (!isOrder(order)) process.exit(2)
  const code = await follow(order).then(
    () => 0,
    () => 1,
  )
  // a process whose thread hangs on a disk may not end even when it is killed: nobody waits for that
  process.stdout.write('done')
  leave(code)
}
