// The content of the `?` sheet: the keys of this screen or dialog, of lists and of editable tables.
import { Link } from '@tanstack/react-router'
import { pages } from '../guide/pages.ts'
import { useHelp } from '../guide/use-help.ts'
import { Button } from '../part/button.tsx'
import { keyLabel, useLiveHotkeys } from '../keys/hotkeys.ts'
import { Modal } from '../part/modal.tsx'

const lists = [
  ['↑ ↓', 'Move the selection'],
  ['Enter', 'Open the selected row, or run the filter'],
  ['Shift ← →', 'Narrow or widen the column of the focused head'],
] as const
const grids = [
  ['Enter', 'Take the value, go to the next cell or down'],
  ['Tab', 'Next cell; out of the grid from its last row'],
  ['F2', 'Edit, choose, or open the row'],
  ['Esc', 'Old value; close a dialog'],
] as const
const Group = ({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) => (
  <section>
    <h3>{title}</h3>
    <dl className="keys">
      {keys.map(([key, label]) => (
        <div key={key}>
          <dt>
            <kbd className="key">{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** The link to the guide's page about the current screen, for signed-in users. */
const Help = ({ onClose }: { onClose: () => void }) => {
  const help = useHelp()
  if (!help) return null
  return (
    <p className="keys-guide">
      Guide:{' '}
      <Link to="/guide/$pageId" params={{ pageId: help.page }} hash={help.head} onClick={onClose}>
        {pages[help.page]}
      </Link>
    </p>
  )
}

export const Sheet = ({ layer, onClose }: { layer: string | undefined; onClose: () => void }) => {
  const working = useLiveHotkeys().filter((hotkey) => hotkey.layer === layer || hotkey.always === true)
  const lines = new Map(working.map((hotkey) => [hotkey.keys, hotkey.label]))
  return (
    <Modal title="Keys" onClose={onClose} width={420} footer={<Button label="Close" onClick={onClose} autoFocus />}>
      <Help onClose={onClose} />
      <Group title="This screen" keys={[...lines].map(([keys, label]) => [keyLabel(keys), label] as const)} />
      <Group title="Lists" keys={lists} />
      <Group title="Tables that are filled in" keys={grids} />
    </Modal>
  )
}
