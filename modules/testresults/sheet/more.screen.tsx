// A dialog with what a card on a phone has no room for: remarks, comments, status and reason of one result.
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { NoteInput, noteNames, ReasonCell, StatusCell, useLabels } from './cells.screen.tsx'
import { resultFields, type ResultRow } from '../testresults.model.ts'
import { toneOf } from '../../../core/items.ts'
import { workItemStatuses } from '../../lists/items.model.ts'
import { useCell } from './typing.screen.tsx'

type Props = { row: ResultRow }

const MoreDialog = ({ row, onClose }: Props & { onClose: () => void }) => {
  const { error } = useCell(row)
  return (
    <Modal
      title={row.Element}
      width={480}
      onClose={onClose}
      footer={<Button label="Done" look="primary" onClick={onClose} />}
    >
      <div className="more-fields">
        {noteNames.map((name) => (
          <div key={name} className="field">
            <span className="label">{resultFields[name].label}</span>
            <NoteInput row={row} name={name} />
          </div>
        ))}
        <div className="field">
          <span className="label">Status</span>
          <StatusCell row={row} />
        </div>
        <div className="field">
          <span className="label">Reason</span>
          <ReasonCell row={row} />
          {error && <div className="error">{error}</div>}
        </div>
      </div>
    </Modal>
  )
}

/** The status in words with the remarks, and the button to change them. */
export const More = ({ row }: Props) => {
  const [open, setOpen] = useState(false)
  const { StatusId, status, reason } = useLabels(row)
  const { change } = useCell(row)
  const notes = [reason, ...noteNames.map((name) => change?.[name] ?? row[name])].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        className="result-more"
        aria-label={`Remarks, comments, status and reason of ${row.Element}`}
        onClick={() => setOpen(true)}
      >
        <i className={`dot ${toneOf(workItemStatuses, StatusId)}`} aria-hidden="true" />
        <span>
          {status}
          {notes && ` · ${notes}`}
        </span>
        <IconPencil size={16} stroke={1.6} />
      </button>
      {open && <MoreDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}
