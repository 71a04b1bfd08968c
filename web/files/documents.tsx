// The files of a record, behind a button of its screen that shows how many there are.
import { IconPaperclip } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { filesOfRecord } from '../../core/answer/questions.ts'
import { useAnswer } from '../api/cache.ts'
import { Button } from '../part/button.tsx'
import type { Owner } from './owner.ts'
import { filesOf } from './owner.ts'

const Dialog = lazy(async () => ({ default: (await import('./documents-dialog.tsx')).DocumentsDialog }))

type Props = Owner & {
  /** Whether the user may change the record, and therefore its files. */
  mayChange: boolean
  look?: 'icon' | undefined
}
export const Documents = ({ look, ...props }: Props) => {
  const [open, setOpen] = useState(false)
  const files = useAnswer<typeof filesOfRecord>(filesOf(props))
  return (
    <>
      <Button
        label="Documents"
        className="last"
        look={look}
        icon={IconPaperclip}
        hotkey="alt+o"
        count={files.data?.length ?? 0}
        onClick={() => setOpen(true)}
      />
      <Suspense>{open && <Dialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
