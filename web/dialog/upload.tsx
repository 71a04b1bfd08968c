// Takes a csv file for import: 420x240.
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/api.ts'
import { playKeys } from '../keys/held-keys.ts'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'

const limit = 5_000_000
export type UploadProps = {
  title: string
  /** Gets the file's text; what it throws is shown and the dialog remains open. */
  onUpload: (csv: string, name: string) => void | Promise<void>
  /** The address of a file with only the header, as a template. */
  head?: string
  onClose: () => void
}

export const UploadDialog = ({ title, onUpload, head, onClose }: UploadProps) => {
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  useEffect(() => playKeys('dialog'), [])
  const choose = (chosen: File | undefined) => {
    setRefused(
      chosen && !/\.csv$/i.test(chosen.name)
        ? 'Choose a .csv file'
        : chosen && chosen.size > limit
          ? 'The file can have 5 MB at most'
          : undefined,
    )
    setFile(chosen)
  }
  const send = async () => {
    if (!file) return
    setBusy(true)
    try {
      await onUpload(await file.text(), file.name)
      onClose()
    } catch (error) {
      setRefused(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const reason = file === undefined ? 'Choose a file first' : refused
  return (
    <Modal
      title={title}
      width={420}
      height={240}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button label="Upload" look="primary" busy={busy} reason={reason} onClick={() => void send()} />
        </>
      }
    >
      <div
        className="field"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          choose(event.dataTransfer.files[0])
        }}
      >
        <label htmlFor="upload-file">Csv file</label>
        <input
          id="upload-file"
          ref={chooser}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {head && (
          <a className="link" href={head} download>
            An empty file with all columns
          </a>
        )}
        {refused && (
          <span className="error" role="alert">
            {refused}
          </span>
        )}
      </div>
    </Modal>
  )
}
