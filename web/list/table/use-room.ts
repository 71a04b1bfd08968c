// How wide the place of a list is now, so that its columns fill it.
import { useCallback, useState } from 'react'

/** What is kept free for a scroll bar, as the box of the rows does it: another on each system, and with the zoom. */
const scrollBar = (): number => {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; visibility: hidden; width: 100px; overflow: auto; scrollbar-gutter: stable'
  document.body.append(probe)
  const width = 100 - probe.clientWidth
  probe.remove()
  return width
}
/** Room of an element beside the scroll bar of its rows. */
const roomIn = (element: HTMLElement): number => Math.max(0, element.clientWidth - scrollBar())

export const useRoom = (): { room: number; measure: (element: HTMLElement | null) => (() => void) | undefined } => {
  const [room, setRoom] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watcher = new ResizeObserver(() => setRoom(roomIn(element)))
    watcher.observe(element)
    setRoom(roomIn(element))
    return () => watcher.disconnect()
  }, [])
  return { room, measure }
}
