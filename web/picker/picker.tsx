// The one picker: type, the first row is selected, arrows move, Enter or a double click takes it.
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import type { QuickAdd } from '../record/quick-add.ts'
import type { Values } from '../record/values.ts'
import { AddButton } from './picker-parts.tsx'
import { Kinds, SearchBox } from './picker-search.tsx'
import { PickerTable } from './picker-table.tsx'
import { useLooking } from './use-looking.ts'
import { useTaking } from './use-taking.ts'
import type { Taken, Taking } from './use-taking.ts'
import './picker.css'

type Props = Taken & {
  /** Name of the picker in the model: `patient`. */
  name: string
  title: string
  /** The text that was typed to open it. */
  start: string
  /** The surrounding record, which narrows the rows. */
  around: Values
  /** Offers a quick-add form: in sales only. */
  add?: QuickAdd | undefined
  /** Opened from a list's filter: answers faster. */
  inFilter?: boolean
  onClose: () => void
}

const Foot = ({ taking: { selected, refused, unsure, take }, onClose }: { taking: Taking; onClose: () => void }) => (
  <footer className="picker-foot">
    <span className="quiet" aria-live="polite">
      {unsure
        ? 'Several match. Type more of the name, or choose a row with the arrow keys.'
        : (refused ?? 'Enter takes the selected row')}
    </span>
    <Button label="Cancel" onClick={onClose} />
    <Button
      label="Select"
      look="primary"
      reason={selected === undefined ? 'No row to take' : refused}
      onClick={() => take(selected)}
    />
  </footer>
)

export const Picker = ({ name, title, start, around, add, inFilter = false, refuse, onPick, onClose }: Props) => {
  const looking = useLooking({ name, start, around, inFilter })
  const taking = useTaking(looking, { refuse, onPick })
  const [adding, setAdding] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // after the surrounding dialog has opened, so that typing continues in the box
    search.current?.focus()
    const length = search.current?.value.length ?? 0
    search.current?.setSelectionRange(length, length)
  }, [])
  const type = (now: string) => {
    looking.type(now)
    taking.restart()
  }
  const endAdding = () => {
    setAdding(false)
    search.current?.focus()
  }
  const close = () => (adding ? endAdding() : onClose())
  return (
    <Modal title={title} width={640} height={480} bare className="picker" onClose={close}>
      <header>
        <h3 aria-hidden="true">{title}</h3>
        <button type="button" className="picker-close" aria-label="Close" onClick={onClose}>
          <IconX size={16} />
        </button>
      </header>
      <div className="picker-search">
        <SearchBox
          title={title}
          looking={looking}
          index={taking.index}
          box={search}
          onType={type}
          onKey={taking.press}
        />
        {add && (
          <AddButton
            label={`New ${add.name}`}
            pressed={adding}
            onAdd={() => setAdding(true)}
            onClick={() => setAdding(!adding)}
          />
        )}
      </div>
      <Kinds
        looking={looking}
        onChoose={(at) => {
          looking.choose(at)
          taking.select(undefined)
        }}
      />
      <PickerTable title={title} looking={looking} taking={taking} adds={add?.name} short={adding} />
      {adding && add && (
        <add.Form
          start={looking.text}
          onClose={endAdding}
          onUse={taking.take}
          onSaved={(saved, id) => {
            endAdding()
            type(saved)
            taking.selectMade(id)
            looking.lookAgain()
          }}
        />
      )}
      {!adding && <Foot taking={taking} onClose={onClose} />}
    </Modal>
  )
}
