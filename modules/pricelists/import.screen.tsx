// Prices out of a csv file into the list that is being edited; they are stored when it is saved.
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { postCsv } from '../../web/api/api.ts'
import { endOf } from '../../web/api/runs.ts'
import { UploadDialog } from '../../web/dialog/upload.tsx'
import { say } from '../../web/message/snackbar-store.ts'
import { Button } from '../../web/part/button.tsx'
import { screenOf } from '../../web/screen/screen-of.ts'
import { pricelists } from './pricelists.model.ts'
import './pricelists.screen.css'
import { withImported, type PriceLine } from './pricelists.rules.ts'

const { useDetail } = screenOf(pricelists)

export const ImportLines = ({ onErrors }: { onErrors: (errors: readonly string[]) => void }) => {
  const { form } = useDetail()
  const [open, setOpen] = useState(false)
  const upload = async (csv: string) => {
    const { JobRunId } = await postCsv<{ JobRunId: number }>('/api/import/pricelists', csv)
    const { Result, Errors } = await endOf<{ Rows: readonly PriceLine[] }>(JobRunId)
    const read = Result?.Rows ?? []
    form.set({ PriceListProducts: withImported(form.get('PriceListProducts') ?? [], read) })
    onErrors(Errors)
    say(`Imported ${read.length} products`)
  }
  return (
    <>
      <Button label="Import" icon={IconUpload} onClick={() => setOpen(true)} />
      {open && <UploadDialog title="Import" onUpload={upload} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The lines that could not be read, word for word. */
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
