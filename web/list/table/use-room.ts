// How wide the place of a list is now, so that its columns fill it.
import { useCallback, useState } from 'react'

const scrollBar = 12
export const useRoom = (): { room: number; measure: (element: HTMLElement | null) => (() => void) | undefined } => {
  const [room, setRoom] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watcher = new ResizeObserver(() => setRoom(element.clientWidth - scrollBar))
    watcher.observe(element)
    setRoom(element.clientWidth - scrollBar)
    return () => watcher.disconnect()
  }, [])
  return { room, measure }
}
