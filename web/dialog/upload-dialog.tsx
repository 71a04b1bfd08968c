// The dialog that uploads a csv file, loaded when it is opened; keys typed meanwhile wait for it.
import { lazy, Suspense } from 'react'
import { holdKeys } from '../keys/held-keys.ts'
import type { UploadProps } from './upload.tsx'

const Dialog = lazy(async () => ({ default: (await import('./upload.tsx')).UploadDialog }))

export const UploadDialog = (props: UploadProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)

export const openUpload = (setOpen: (isOpen: boolean) => void): void => {
  holdKeys('dialog', () => setOpen(false))
  setOpen(true)
}
