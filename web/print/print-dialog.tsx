// Chooses templates and prints a record: on the printer one after the other, or one of them on screen.
import { IconDeviceDesktop, IconPrinter } from '@tabler/icons-react'
import { messageOf } from '../api/api.ts'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import { usePrinting } from './use-printing.ts'
import type { Printed, Printing } from './use-printing.ts'
import './print.css'

type Props = Printed & { onClose: () => void }

const Templates = ({ printing: { templates, reason, print } }: { printing: Printing }) => {
  const { offered, ids, chosen, turn } = templates
  return (
    <div
      className="templates"
      role="group"
      aria-label="Templates"
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step !== undefined) {
          const boxes = [...event.currentTarget.querySelectorAll('input')]
          boxes.at((boxes.findIndex((one) => one === event.target) + step) % boxes.length)?.focus()
        } else if (event.key === 'Enter' && reason === undefined) print('printer')
        else return
        event.preventDefault()
      }}
    >
      {offered.map((one, index) => (
        <label key={one.TemplateId} className="template">
          <input
            className="check"
            type="checkbox"
            checked={chosen.includes(one.TemplateId)}
            autoFocus={index === Math.max(0, ids.indexOf(chosen[0] ?? 0))}
            onChange={() => turn(one.TemplateId)}
          />
          {one.Name}
        </label>
      ))}
    </div>
  )
}

const Buttons = ({ printing, onClose }: { printing: Printing; onClose: () => void }) => {
  const { templates, busy, reason, print } = printing
  return (
    <>
      <Button label="Close" onClick={onClose} />
      <Button
        label="View on screen"
        icon={IconDeviceDesktop}
        reason={
          reason ?? (templates.chosen.length > 1 ? 'Only one can be viewed at a time. Leave one ticked' : undefined)
        }
        busy={busy === 'screen'}
        onClick={() => print('screen')}
      />
      <Button
        label="Print to printer"
        look="primary"
        icon={IconPrinter}
        reason={reason}
        busy={busy === 'printer'}
        onClick={() => print('printer')}
      />
    </>
  )
}

export const PrintDialog = ({ onClose, ...printed }: Props) => {
  const printing = usePrinting(printed, onClose)
  const { templates, busy } = printing
  return (
    <Modal
      title="Print"
      width={640}
      height={480}
      onClose={onClose}
      footer={<Buttons printing={printing} onClose={onClose} />}
    >
      {busy && (
        <div className="waiting print-progress" role="progressbar" aria-label="Printing">
          <i />
        </div>
      )}
      {templates.error && (
        <p className="band bad" role="alert">
          {messageOf(templates.error)}
        </p>
      )}
      {templates.none && <p className="quiet">There is no template for this module.</p>}
      <Templates printing={printing} />
    </Modal>
  )
}
