// How many whole rows a table of the dashboard shows, so that both lines of tables fit in the window.
import { useSyncExternalStore } from 'react'
import { usePhone } from '../../part/use-phone.ts'

const watch = (watcher: () => void) => {
  window.addEventListener('resize', watcher)
  return () => window.removeEventListener('resize', watcher)
}
/** In a window of 768, 900 or 1080. */
const inWindow = () => (window.innerHeight >= 1060 ? 11 : window.innerHeight >= 870 ? 8 : 6)
const onPhone = 5
export const useFittingRows = (): number => {
  const rows = useSyncExternalStore(watch, inWindow)
  return usePhone() ? onPhone : rows
}
