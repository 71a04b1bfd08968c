// Shows what there is to say at the bottom of the page, each with a dismiss button.
import { useSyncExternalStore } from 'react'
import { dismiss, readNotes, watchNotes } from './snackbar-store.ts'
import './snackbar.css'

export const Snackbars = () => {
  const notes = useSyncExternalStore(watchNotes, readNotes)
  return (
    <div className="snackbars no-print">
      {notes.map((note) => (
        <div key={note.id} className={note.error ? 'snackbar error' : 'snackbar'} role={note.error ? 'alert' : 'status'}>
          <span>{note.text}</span>
          <button type="button" onClick={() => dismiss(note.id)}>
            dismiss
          </button>
        </div>
      ))}
    </div>
  )
}
