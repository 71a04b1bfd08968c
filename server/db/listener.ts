// One connection that receives the notifications of other processes, and reconnects by itself.
import pg from 'pg'

/**
 * Listens on a channel until the returned function is called. `isHeard` is called when the listener connects and when
 * it is lost: notifications in between are missed.
 */
export const listenOn = async (
  how: { connectionString: string; options: () => string },
  channel: string,
  heard: (payload: string) => void,
  isHeard?: (now: boolean) => void,
): Promise<() => Promise<void>> => {
  let client: pg.Client | undefined
  let stopped = false
  const connect = async (): Promise<void> => {
    if (stopped) return
    const next = new pg.Client({ connectionString: how.connectionString, options: how.options(), keepAlive: true })
    next.on('notification', (message) => heard(message.payload ?? ''))
    const again = (): void => {
      if (client === next) {
        client = undefined
        isHeard?.(false)
        setTimeout(() => void connect(), 1000).unref()
      }
    }
    next.on('error', again)
    next.on('end', again)
    try {
      client = next
      await next.connect()
      await next.query(`listen ${channel}`)
      isHeard?.(true)
    } catch {
      again()
    }
  }
  await connect()
  return async () => {
    stopped = true
    await client?.end().catch(() => undefined)
  }
}
