// The button of a list that imports its records from a csv file: a job saves the good ones and reports the others.
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { recordsImported } from '../../core/answer/questions.ts'
import type { Model } from '../../core/model.ts'
import { inSentence } from '../../core/titles.ts'
import { postCsv } from '../api/send-file.ts'
import { forget, forgetModule } from '../api/cache.ts'
import { runsPath } from '../api/runs.ts'
import { openUpload, UploadDialog } from '../dialog/upload-dialog.tsx'
import { Button } from '../part/button.tsx'
import { FollowRun, type Started } from '../print/follow-run.tsx'
import { may } from '../session/permission.ts'
import { useSession } from '../session/session.ts'

export const ImportRecords = ({ model }: { model: Model }) => {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [started, setStarted] = useState<Started>()
  if (model.imports !== true || !may(session, model.id, 'create')) return null
  const upload = async (csv: string) => {
    setStarted(await postCsv<typeof recordsImported>({ path: `importrecords/${model.id}` }, csv))
    await forget(runsPath)
  }
  const close = () => {
    setStarted(undefined)
    void forgetModule(model.id)
  }
  return (
    <>
      <Button label="Import" icon={IconUpload} onClick={() => openUpload(setOpen)} />
      {isOpen && (
        <UploadDialog
          title={`Import ${inSentence(model.name)}`}
          head={`/api/importrecords/${model.id}`}
          onUpload={upload}
          onClose={() => setOpen(false)}
        />
      )}
      {started && <FollowRun title={`Import ${inSentence(model.name)}`} started={started} onClose={close} />}
    </>
  )
}
