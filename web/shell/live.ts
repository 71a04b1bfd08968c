// Live news from the server: notifications, jobs, changed lists, changed settings. Reads again what is on screen.
import { useEffect, useEffectEvent } from 'react'
import { unasked } from '../api/api.ts'
import { forget } from '../api/cache.ts'
import { hostOf } from '../api/host.ts'
import { askAgain } from '../session/session.ts'
import type { Session } from '../session/session.ts'
import { readAgain, watchMissed } from './missed.ts'
import { statementOf } from '../session/permission.ts'

/** Milliseconds between two readings of one list, however often it changes. */
const calm = 2_000

/** The module of a `list` event, whose data is a name or an object with one. */
const moduleOf = (data: string): string | undefined => {
  try {
    const parsed: unknown = JSON.parse(data)
    if (typeof parsed === 'string') return parsed
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const named = 'ModuleId' in parsed ? parsed.ModuleId : 'module' in parsed ? parsed.module : undefined
    return typeof named === 'string' ? named : undefined
  } catch {
    return data || undefined
  }
}

/** `redraw`: the network's settings have changed, and with them how values are written. */
export const useLive = (session: Session, redraw: () => void): void => {
  const listChanged = useEffectEvent((moduleId: string) => {
    const statement = statementOf(session, moduleId)
    void unasked(() => forget(`/api/${moduleId}`, ...(statement ? [`/api/getdata/${statement}`] : [])))
  })
  const settingsChanged = useEffectEvent(redraw)
  useEffect(() => {
    const source = new EventSource(`${hostOf(location)}/api/events`, { withCredentials: true })
    const waiting = new Map<string, ReturnType<typeof setTimeout>>()
    // events during an interruption of the stream were missed
    let isLost = false
    source.addEventListener('error', () => (isLost = true))
    source.addEventListener('open', () => {
      if (isLost) readAgain()
      isLost = false
    })
    const stop = watchMissed(readAgain)
    source.addEventListener('notification', () => void unasked(() => forget('/api/getdata/9')))
    source.addEventListener('job', () => void unasked(() => forget('/api/jobs')))
    // when the request fails, the next page reads the settings
    source.addEventListener('network', () => void unasked(askAgain).then(settingsChanged, () => undefined))
    source.addEventListener('list', (event: MessageEvent<string>) => {
      const moduleId = moduleOf(event.data)
      if (!moduleId || waiting.has(moduleId)) return
      waiting.set(
        moduleId,
        setTimeout(() => {
          waiting.delete(moduleId)
          listChanged(moduleId)
        }, calm),
      )
    })
    return () => {
      source.close()
      stop()
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [])
}
