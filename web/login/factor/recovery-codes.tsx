// Recovery codes, shown once: each signs in once instead of the authenticator.
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }
export const RecoveryCodes = ({ codes, onClose }: Props) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // without https there is no clipboard: the user can read and write them down
    await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div className="entrance-form">
      <h1>Recovery codes</h1>
      <p>Store them apart from your authenticator. Each signs you in once without it; they are not shown again.</p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="entrance-actions">
        <Button label="I have saved these codes" look="primary" onClick={onClose} autoFocus />
        <Button label={copied ? 'Copied' : 'Copy'} icon={IconCopy} onClick={() => void copy()} />
      </div>
    </div>
  )
}
