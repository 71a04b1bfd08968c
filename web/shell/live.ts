// Live news from the server: notifications, jobs, "this list has changed", other settings; what is on screen is read
// again.
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
    const said: unknown = JSON.parse(data)
    if (typeof said === 'string') return said
    const { ModuleId, module } = said as { ModuleId?: string; module?: string }
    return ModuleId ?? module
  } catch {
    return data || undefined
  }
}

/** `redraw`: the network's settings are others, so what is on screen reads otherwise. */
export const useLive = (session: Session, redraw: () => void): void => {
  const listChanged = useEffectEvent((moduleId: string) => {
    const statement = statementOf(session, moduleId)
    void unasked(() => forget(`/api/${moduleId}`, ...(statement ? [`/api/getdata/${statement}`] : [])))
  })
  const settingsChanged = useEffectEvent(redraw)
  useEffect(() => {
    const source = new EventSource(`${hostOf(location)}/api/events`, { withCredentials: true })
    const waiting = new Map<string, ReturnType<typeof setTimeout>>()
    // what happened while the stream was away was not heard
    let isLost = false
    source.addEventListener('error', () => (isLost = true))
    source.addEventListener('open', () => {
      if (isLost) readAgain()
      isLost = false
    })
    const stop = watchMissed(readAgain)
    source.addEventListener('notification', () => void unasked(() => forget('/api/getdata/9')))
    source.addEventListener('job', () => void unasked(() => forget('/api/jobs')))
    // what cannot be asked now is known with the next page
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
