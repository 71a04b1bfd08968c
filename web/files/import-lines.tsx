// Reads lines from a csv file into the grid of a record that is being edited; saving the record stores them.
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Shaped } from '../../core/answer/answer.ts'
import type { linesRead, rowsRead } from '../../core/answer/questions.ts'
import type { Field } from '../../core/model.ts'
import { postCsv } from '../api/send-file.ts'
import { endOf } from '../api/runs.ts'
import { openUpload, UploadDialog } from '../dialog/upload-dialog.tsx'
import { say } from '../message/snackbar-store.ts'
import { Button } from '../part/button.tsx'
import './import-lines.css'

type Props<Row> = {
  readonly moduleId: string
  /** The plural of a line: `products`. */
  readonly counted: string
  readonly onRead: (rows: readonly Row[]) => void
  /** Gets the messages about lines that could not be read. */
  readonly onErrors: (errors: readonly string[]) => void
}
/** Lines of a grid, whose rows the model of the record declares. */
type Lines<Row> = Field<readonly Row[]>
const ended = async <Row,>(id: number) => {
  const { Result, Errors } = await endOf<Shaped<ReturnType<typeof rowsRead<Lines<Row>>>>>(id)
  return { read: Result?.Rows ?? [], errors: Errors }
}

export const ImportLines = <Row,>({ moduleId, counted, onRead, onErrors }: Props<Row>) => {
  const [open, setOpen] = useState(false)
  const upload = async (csv: string) => {
    const answer = await postCsv<ReturnType<typeof linesRead<Lines<Row>>>>({ path: `import/${moduleId}` }, csv)
    const { JobRunId, Lines = [], Errors = [] } = answer
    // the server reads a small file at once, a large one in a job
    const { read, errors } = JobRunId === undefined ? { read: Lines, errors: Errors } : await ended<Row>(JobRunId)
    onRead(read)
    onErrors(errors)
    // on a phone the errors are below the fields
    const unread = errors.length === 0 ? '' : `, ${errors.length} could not be read: see Import Errors`
    say(`Imported ${read.length} ${counted}${unread}`)
  }
  return (
    <>
      <Button label="Import" icon={IconUpload} onClick={() => openUpload(setOpen)} />
      {open && <UploadDialog title="Import" onUpload={upload} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The messages about lines that could not be read, word for word. */
export const ImportErrors = ({ errors }: { errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <section className="card import-errors" aria-labelledby="import-errors">
      <h2 id="import-errors">Import Errors</h2>
      <ul>
        {errors.map((error, index) => (
          <li key={index}>{error}</li>
        ))}
      </ul>
    </section>
  )
