// Whether the filter panel of a list is open, and how its first field gets the focus.
import { useEffect, useRef, useState } from 'react'
import { remember, remembered } from '../../session/preferences.ts'

// below this width the filter panel covers the rows
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
  // the key opens the panel and focuses its first field; on an open panel it only focuses
  const focus = () => {
    const first = place.current?.querySelector<HTMLElement>('input, select')
    if (open && first && !place.current?.contains(document.activeElement)) first.focus()
    else toggle()
  }
  // on a phone the panel would cover the rows
  const found = () => window.innerWidth <= narrow && setOpen(false)
  return { place, open, focus, found }
}
