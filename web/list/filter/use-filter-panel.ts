// Whether the filter panel of a list is open, and the way into its first field.
import { useEffect, useRef, useState } from 'react'
import { remember, remembered } from '../../session/preferences.ts'

// below it the filter panel covers the rows
const narrow = 820

export const useFilterPanel = () => {
  const place = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(remembered('filter-open') !== false && window.innerWidth > narrow)
  const wanted = useRef(false)
  useEffect(() => {
    if (!open || !wanted.current) return
    wanted.current = false
    place.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [open])
  const toggle = () => {
    const next = !open
    wanted.current = next
    remember('filter-open', next)
    setOpen(next)
  }
  // the key opens and goes to the first field; on an open panel it only goes there
  const focus = () => {
    const first = place.current?.querySelector<HTMLElement>('input, select')
    if (open && first && !place.current?.contains(document.activeElement)) first.focus()
    else toggle()
  }
  // on a phone the panel would stand where the rows belong
  const found = () => window.innerWidth <= narrow && setOpen(false)
  return { place, open, focus, found }
}
