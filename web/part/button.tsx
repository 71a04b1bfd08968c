// The one button: its key is written on it and works, it shows why it is disabled, its name is the label alone.
import { useId } from 'react'
import type { ComponentType, MouseEvent, ReactNode } from 'react'
import { keyLabel, keyShortcut, useHotkey } from '../keys/hotkeys.ts'
import { say } from '../message/snackbar-store.ts'

type Props = {
  label: string
  onClick: (event?: MouseEvent) => void
  /** The key that presses it: `alt+n`. */
  hotkey?: string | undefined
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** `primary`: the one filled button of the screen; `icon`: only the icon, the label is its name. */
  look?: 'primary' | 'plain' | 'danger' | 'icon' | 'link'
  /** Why it does not work now; it remains focusable and shows the reason. */
  reason?: string | undefined
  busy?: boolean
  pressed?: boolean
  /** A number next to the label. */
  count?: number | undefined
  submit?: boolean
  autoFocus?: boolean
  className?: string
  children?: ReactNode
}

export const Button = ({
  label,
  onClick,
  hotkey,
  icon: Icon,
  look,
  reason,
  busy = false,
  pressed,
  count,
  submit = false,
  autoFocus = false,
  className = '',
  children,
}: Props) => {
  const tip = useId()
  const off = reason !== undefined
  const press = (event?: MouseEvent) => {
    if (off || busy) event?.preventDefault()
    else onClick(event)
  }
  // a key press shows no tooltip, so the reason shows as a note
  useHotkey(hotkey, label, () => (off ? say(reason) : press()))
  const bare = look === 'icon'
  const tooltip = reason ?? (bare ? label : undefined)
  const button = (
    <button
      type={submit ? 'submit' : 'button'}
      className={`button ${bare ? 'icon plain' : (look ?? '')} ${busy ? 'busy' : ''} ${className}`}
      onClick={press}
      autoFocus={autoFocus}
      aria-label={bare ? (count ? `${label}, ${count}` : label) : undefined}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-keyshortcuts={hotkey ? keyShortcut(hotkey) : undefined}
      aria-describedby={off ? tip : undefined}
    >
      {Icon && <Icon size={16} stroke={1.6} />}
      {!bare && <span>{label}</span>}
      {count ? (
        <span className="count" aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
      {hotkey && !bare && (
        <kbd className="key" aria-hidden>
          {keyLabel(hotkey)}
        </kbd>
      )}
      {children}
    </button>
  )
  if (!tooltip) return button
  return (
    <span className="tipped">
      {button}
      <span className="tip" id={tip} role="tooltip">
        {tooltip}
      </span>
    </span>
  )
}
