// The `?` sheet: every key that works on this screen now.
import { lazy, Suspense, useState } from 'react'
import { topLayer, useHotkey } from '../keys/hotkeys.ts'

const Sheet = lazy(async () => ({ default: (await import('./key-lines.tsx')).Sheet }))

export const HotkeySheet = () => {
  const [open, setOpen] = useState<{ layer: string | undefined }>()
  useHotkey('?', 'All keys', () => setOpen((shown) => shown ?? { layer: topLayer() }), true)
  return open ? (
    <Suspense fallback={null}>
      <Sheet layer={open.layer} onClose={() => setOpen(undefined)} />
    </Suspense>
  ) : null
}
