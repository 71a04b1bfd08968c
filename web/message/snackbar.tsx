// Shows the current messages at the bottom of the page, each with a dismiss button.
import { useSyncExternalStore } from 'react'
import { useHotkey } from '../keys/hotkeys.ts'
import { dismiss, readNotes, watchNotes } from './snackbar-store.ts'
import type { Note } from './snackbar-store.ts'
import './snackbar.css'

const Undo = ({ note }: { note: Note }) => {
  const undo = () => {
    dismiss(note.id)
    note.undo?.()
  }
  useHotkey('alt+z', 'Undo', undo)
  return (
    <button type="button" aria-keyshortcuts="Alt+Z" onClick={undo}>
      Undo <kbd className="key">Alt Z</kbd>
    </button>
  )
}

export const Snackbars = () => {
  const notes = useSyncExternalStore(watchNotes, readNotes)
  return (
    <div className="snackbars no-print">
      {notes.map((note) => (
        <div
          key={note.id}
          className={note.error ? 'snackbar error' : 'snackbar'}
          role={note.error ? 'alert' : 'status'}
        >
          <span>{note.text}</span>
          {note.undo && <Undo note={note} />}
          <button type="button" onClick={() => dismiss(note.id)}>
            dismiss
          </button>
        </div>
      ))}
    </div>
  )
}
