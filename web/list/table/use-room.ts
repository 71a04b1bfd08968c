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
type Room = { room: number; measure: (element: HTMLElement | null) => (() => void) | undefined }

/** Pixels of an element's width, less the scroll bar of rows that `scrolls` says run down it. */
export const useRoom = ({ scrolls = true }: { scrolls?: boolean } = {}): Room => {
  const [room, setRoom] = useState(0)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const read = () => setRoom(Math.max(0, element.clientWidth - (scrolls ? scrollBar() : 0)))
      const watcher = new ResizeObserver(read)
      watcher.observe(element)
      read()
      return () => watcher.disconnect()
    },
    [scrolls],
  )
  return { room, measure }
}
