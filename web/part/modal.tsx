// A dialog of a given size on the browser's own <dialog>: the focus remains inside, Escape closes it, and the focus
// returns to where it came from.
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { LayerContext, openLayer } from '../keys/hotkeys.ts'
import './modal.css'

type Props = {
  title: string
  onClose: () => void
  width?: number
  height?: number
  children: ReactNode
  footer?: ReactNode
  bare?: boolean
  className?: string
}

// a dialog opened by a blur finds the focus between two fields: the next field counts, else the previous one
let between: EventTarget | null = null
window.addEventListener(
  'focusout',
  (event) => {
    between = event.relatedTarget ?? event.target
  },
  { capture: true },
)
const focused = (): EventTarget | null => (document.activeElement === document.body ? between : document.activeElement)

/**
 * Width and height in pixels on a desktop; on a phone it fills the width. `bare` shows the title to screen readers
 * only.
 */
export const Modal = ({
  title,
  onClose,
  width = 640,
  height,
  children,
  footer,
  bare = false,
  className = '',
}: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // a layout effect: the first key after the dialog closes belongs to the screen
  useLayoutEffect(() => openLayer(heading), [heading])
  useEffect(() => {
    const from = focused()
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => {
      shown?.close()
      if (from instanceof HTMLElement) from.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      style={{ width, height }}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <LayerContext value={heading}>
        <div className="modal-inside">
          <h2 id={heading} className={bare ? 'unseen' : 'modal-title'}>
            {title}
          </h2>
          <div className="modal-body">{children}</div>
          {footer && <div className="modal-footer">{footer}</div>}
        </div>
      </LayerContext>
    </dialog>
  )
}
