// What is done when the tab is closed or left for another site, and when the browser brings it back.
import { useEffect, useEffectEvent } from 'react'

/** `end` must finish at once: nothing waits for it. `back` runs when the page is shown again as it was. */
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
