// Signs the user out after 15 minutes without pointer, key or touch; activity in another tab counts too.
import { useEffect } from 'react'

/** Minutes without activity until sign-out. */
export const idleMinutes = 15
const limit = idleMinutes * 60_000
const name = 'active'
const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const

/** Milliseconds left at `now` since the last activity; zero or less: idle. */
export const remaining = (lastActive: number, now: number): number => lastActive + limit - now

/** Calls `whenIdle` once after the idle time. */
export const useIdle = (whenIdle: () => void): void => {
  useEffect(() => {
    let last = Date.now()
    let reported = 0
    let timer: ReturnType<typeof setTimeout>
    const lastAnywhere = () => Math.max(last, Number(localStorage.getItem(name) ?? 0))
    const check = () => {
      clearTimeout(timer)
      const left = remaining(lastAnywhere(), Date.now())
      if (left <= 0) whenIdle()
      else timer = setTimeout(check, left)
    }
    const active = () => {
      last = Date.now()
      if (last - reported < 5_000) return
      reported = last
      localStorage.setItem(name, String(last))
    }
    active()
    timer = setTimeout(check, limit)
    for (const sign of signs) window.addEventListener(sign, active, { passive: true, capture: true })
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
      for (const sign of signs) window.removeEventListener(sign, active, { capture: true })
    }
  }, [whenIdle])
}
