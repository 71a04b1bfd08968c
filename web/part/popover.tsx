// A small explanation next to a value: its button opens it; Escape or leaving it closes it.
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import './popover.css'

type Props = { label: string; open: boolean; onOpen: (open: boolean) => void; icon: ReactNode; children: ReactNode }

export const Popover = ({ label, open, onOpen, icon, children }: Props) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !panel.current || !button.current) return undefined
    const at = button.current.getBoundingClientRect()
    panel.current.style.left = `${Math.max(8, Math.min(at.left - 20, window.innerWidth - 520))}px`
    panel.current.style.top = `${at.bottom + 10}px`
    panel.current.showPopover()
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (event.target instanceof Node && button.current?.contains(event.target)) return
      onOpen(false)
    }
    window.addEventListener('keydown', close)
    window.addEventListener('pointerdown', close)
    return () => {
      window.removeEventListener('keydown', close)
      window.removeEventListener('pointerdown', close)
    }
  }, [open, onOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="why-button"
        tabIndex={-1}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(!open)
        }}
      >
        {icon}
      </button>
      {open && (
        <div ref={panel} id={id} popover="manual" className="popover" role="dialog" aria-label={label}>
          <h4>
            {label}
            <kbd className="key">Esc</kbd>
          </h4>
          {children}
        </div>
      )}
    </>
  )
}
