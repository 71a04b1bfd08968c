// Runs when the tab closes or goes to another site, and when the browser brings the page back.
import { useEffect, useEffectEvent } from 'react'

/** `end` must finish at once: the browser does not wait for it. `back` runs when the page is shown again as it was. */
export const usePageEnd = (end: () => void, back: () => void): void => {
  const ended = useEffectEvent(end)
  const returned = useEffectEvent(back)
  useEffect(() => {
    const hide = () => ended()
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) returned()
    }
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
    }
  }, [])
}
