// The current width of a list, so that its columns fill it.
import { useCallback, useState } from 'react'

/** The width of a scroll bar, as the box of the rows reserves it: it differs by system and zoom. */
const scrollBar = (): number => {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; visibility: hidden; width: 100px; overflow: auto; scrollbar-gutter: stable'
  document.body.append(probe)
  const width = 100 - probe.clientWidth
  probe.remove()
  return width
}
type Room = { room: number; measure: (element: HTMLElement | null) => (() => void) | undefined }

/** An element's width in pixels, less the scroll bar of its rows when it `scrolls`. */
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
