// The rare actions of a screen behind one button; a disabled one shows the reason in its line.
import { IconDots } from '@tabler/icons-react'
import { useHotkey } from '../keys/hotkeys.ts'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu.tsx'
import { say } from '../message/snackbar-store.ts'

export type MoreItem = MenuItem & { /** Key that does it without opening. */ hotkey?: string }
const Key = ({ item }: { item: MoreItem }) => {
  useHotkey(item.hotkey, item.label, () => (item.reason === undefined ? item.act() : say(item.reason)))
  return null
}

export const More = ({ items }: { items: readonly (MoreItem | undefined)[] }) => {
  const shown = items.filter((item) => item !== undefined)
  if (shown.length === 0) return null
  return (
    <>
      {shown.map((item) => (
        <Key key={item.label} item={item} />
      ))}
      <Menu name="More" look="button" items={shown}>
        <IconDots size={16} stroke={1.6} />
        <span>More</span>
      </Menu>
    </>
  )
}
