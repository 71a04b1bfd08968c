// The `?` sheet: every key that works on this screen now.
import { useState } from 'react'
import { keyLabel, topLayer, useHotkey, useLiveHotkeys } from './hotkeys.ts'
import { Modal } from './modal.tsx'

const always = [
  ['↑ ↓', 'Move the selection in a list'],
  ['Enter', 'Open the selected row, or run the filter'],
  ['Shift ← →', 'Narrow or widen the column of the focused head'],
  ['Esc', 'Close a dialog'],
] as const

const Sheet = ({ layer, onClose }: { layer: string | undefined; onClose: () => void }) => {
  const working = useLiveHotkeys().filter((hotkey) => hotkey.layer === layer || hotkey.always === true)
  const lines = new Map(working.map((hotkey) => [hotkey.keys, hotkey.label]))
  return (
    <Modal title="Keys" onClose={onClose} width={420}>
      <dl className="keys">
        {[...[...lines].map(([keys, label]) => [keyLabel(keys), label] as const), ...always].map(([keys, label]) => (
          <div key={keys}>
            <dt>
              <kbd className="key">{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
export const HotkeySheet = () => {
  const [open, setOpen] = useState<{ layer: string | undefined }>()
  useHotkey('?', 'All keys', () => setOpen((shown) => shown ?? { layer: topLayer() }), true)
  return open ? <Sheet layer={open.layer} onClose={() => setOpen(undefined)} /> : null
}
