// The button of a bank account that imports a statement of its bank.
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../../web/api/api.ts'
import { openUpload, UploadDialog } from '../../../web/dialog/upload-dialog.tsx'
import { Button } from '../../../web/part/button.tsx'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { bankaccounts } from '../bankaccounts.model.ts'

const { useDetail } = screenOf(bankaccounts)

export const ImportStatement = () => {
  const record = useDetail()
  const [isOpen, setOpen] = useState(false)
  if (!may(useSession(), 'bankaccounts', 'update')) return null
  const upload = async (File: string) => {
    const error = await record.tryAct(`/api/statement/bankaccounts/${String(record.key)}`, { File })
    if (error) throw new Error(messageOf(error))
  }
  return (
    <>
      <Button label="Import Statement" icon={IconUpload} onClick={() => openUpload(setOpen)} />
      {isOpen && <UploadDialog title="Import statement" onUpload={upload} onClose={() => setOpen(false)} />}
    </>
  )
}
