// A menu under a button, with arrows, Home, End and Escape; a click outside closes it.
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

export type MenuItem = {
  label: string
  note?: ReactNode
  icon?: ReactNode
  /** Why it does not work now. */ reason?: string | undefined
  act: () => void
}
type Props = {
  name: string
  heading?: string
  items: readonly MenuItem[]
  children: ReactNode
  className?: string
  /** `button`: is among buttons and looks like one. */
  look?: 'button'
}

export const Menu = ({ name, heading, items, children, className = '', look }: Props) => {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return undefined
    place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const outside = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  const move = (event: KeyboardEvent) => {
    const all = [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = all.findIndex((one) => one === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  return (
    <div className={`menu ${className}`} ref={place}>
      <button
        type="button"
        className={look ?? 'menu-button'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div className="menu-list" id={id} role="menu" aria-label={heading ?? name} onKeyDown={move} tabIndex={-1}>
          {heading && (
            <div className="menu-heading" role="presentation">
              {heading}
            </div>
          )}
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={item.reason !== undefined || undefined}
              onClick={() => {
                if (item.reason !== undefined) return
                close()
                item.act()
              }}
            >
              {item.icon}
              <span>
                {item.label}
                {item.reason && <small>{item.reason}</small>}
              </span>
              {item.note}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
