// A temporary password, shown once: the user gives it to the person, who changes it at the next sign-in.
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import './temporary-password.css'

type Props = { readonly userName: string; readonly password: string; readonly onClose: () => void }
export const TemporaryPassword = ({ userName, password, onClose }: Props) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // without https there is no clipboard: the user can read and type it
    await navigator.clipboard?.writeText(password).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <Modal
      title="Temporary password"
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button label={copied ? 'Copied' : 'Copy'} icon={IconCopy} onClick={() => void copy()} />
          <Button label="Close" look="primary" onClick={onClose} autoFocus />
        </>
      }
    >
      <p className="question">
        {userName} signs in with this password once, and sets another one then. It is not shown again.
      </p>
      <output className="temporary-password" aria-label="Temporary password">
        {password}
      </output>
    </Modal>
  )
}
