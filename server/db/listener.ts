// One connection that hears what other processes tell; it comes back by itself when it was away.
import pg from 'pg'

/**
 * Listens on a channel until the answer is called. `isHeard` is told when the listener is connected and when it is
 * away: what is told meanwhile is missed.
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
