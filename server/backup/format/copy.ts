// Rows as PostgreSQL's own COPY text, out of a table and into one, in blocks: memory stays the same for any size.
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

declare module 'pg' {
  // what the driver has and its types leave out
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(message: string): void
  }
}

/** Bytes of a block; a row that is longer is a block of its own. */
const blockSize = 1024 * 1024
/** Blocks that wait for their reader before the database is asked to pause. */
const mostWaiting = 4

/** Rows gathered into blocks: the driver reuses the memory of a row, so each is copied. */
const gather = (full: (block: Buffer) => void) => {
  let block = Buffer.allocUnsafe(blockSize)
  let used = 0
  const flush = (): void => {
    if (used > 0) full(block.subarray(0, used))
    block = Buffer.allocUnsafe(blockSize)
    used = 0
  }
  const add = (row: Buffer): void => {
    if (used > 0 && used + row.length > blockSize) flush()
    if (row.length > blockSize) return full(Buffer.from(row))
    used += row.copy(block, used)
  }
  return { add, flush }
}

type Tag = { text: string }
const rowsOf = ({ text }: Tag): number => Number(/(\d+)$/.exec(text)?.[1] ?? 0)

/** The rows of a `copy ... to stdout`, in blocks; returns their number. Who stops early must end the connection. */
export const copyOut = async function* (client: pg.ClientBase, statement: string): AsyncGenerator<Buffer, number> {
  const waiting: Buffer[] = []
  let socket: Duplex | undefined
  let isOver = false
  let rows = 0
  let failure: Error | undefined
  let wake: () => void = () => undefined
  const { add, flush } = gather((block) => {
    waiting.push(block)
    if (waiting.length >= mostWaiting) socket?.pause()
    wake()
  })
  client.query({
    submit(connection: pg.Connection) {
      socket = connection.stream
      connection.query(statement)
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => add(chunk),
    handleCommandComplete: (tag: Tag) => void (rows = rowsOf(tag)),
    handleReadyForQuery() {
      flush()
      isOver = true
      wake()
    },
    handleError(error: Error) {
      failure = error
      wake()
    },
  })
  for (;;) {
    if (failure) throw failure
    const block = waiting.shift()
    if (block !== undefined) {
      if (waiting.length === 0) socket?.resume()
      yield block
    } else if (isOver) return rows
    else await new Promise<void>((resolve) => (wake = resolve))
  }
}

/** Runs a `copy ... from stdin`; answers the number of rows. An error of the blocks ends the statement. */
export const copyIn = (client: pg.ClientBase, statement: string, blocks: AsyncIterable<Buffer>): Promise<number> =>
  new Promise<number>((resolve, reject) => {
    let rows = 0
    const ended = new AbortController()
    const send = async (connection: pg.Connection): Promise<void> => {
      try {
        for await (const block of blocks) {
          if (ended.signal.aborted) return
          connection.sendCopyFromChunk(block)
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: ended.signal })
        }
        connection.endCopyFrom()
      } catch (error) {
        if (ended.signal.aborted) return
        reject(error instanceof Error ? error : new Error(String(error)))
        connection.sendCopyFail('the blocks ended in an error')
      }
    }
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: pg.Connection) => void send(connection),
      handleCommandComplete: (tag: Tag) => void (rows = rowsOf(tag)),
      handleReadyForQuery: () => resolve(rows),
      handleError(error: Error) {
        ended.abort()
        reject(error)
      },
    })
  })
