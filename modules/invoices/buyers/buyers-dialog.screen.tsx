// A dialog in which buyers are chosen and one act is done for all of them.
import type { ReactNode } from 'react'
import { messageOf } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { Modal } from '../../../web/part/modal.tsx'

type Props = {
  readonly title: string
  /** Of the button that does it. */
  readonly label: string
  /** How many buyers are chosen. */
  readonly count: number
  readonly busy: boolean
  readonly error: unknown
  readonly onDo: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

export const BuyersDialog = ({ title, label, count, busy, error, onDo, onClose, children }: Props) => (
  <Modal
    title={title}
    width={720}
    height={520}
    onClose={onClose}
    footer={
      <>
        <Button label="Cancel" onClick={onClose} />
        <Button
          label={label}
          look="primary"
          count={count || undefined}
          busy={busy}
          reason={count === 0 ? 'Select at least one buyer' : undefined}
          onClick={() => void onDo()}
        />
      </>
    }
  >
    {error !== undefined && error !== null && (
      <p className="band bad" role="alert">
        {messageOf(error)}
      </p>
    )}
    {children}
  </Modal>
)
