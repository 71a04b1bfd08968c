// Chooses a template and prints a record: on the printer, or to be looked at on screen.
import { IconDeviceDesktop, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../api.ts'
import { Button } from '../button.tsx'
import { useGet } from '../cache.ts'
import { Modal } from '../modal.tsx'
import { say, sayError } from '../snackbar-store.ts'
import { openWindow, printRecord } from './print.ts'
import type { Device } from './print.ts'
import './print.css'

type Template = { TemplateId: number; Name: string }
type Props = {
  moduleId: string
  formId: number
  /** Whose templates beside those for everybody. */
  clientId?: number | undefined
  onClose: () => void
}

export const PrintDialog = ({ moduleId, formId, clientId, onClose }: Props) => {
  const templates = useGet<Template[]>('/api/getdata/41', { Module: moduleId, ClientId: clientId })
  const [chosen, setChosen] = useState<number>()
  const [busy, setBusy] = useState<Device>()
  const template = chosen ?? templates.data?.[0]?.TemplateId
  const reason = busy ? 'It is being printed' : template === undefined ? 'There is no template to print with' : undefined
  const print = async (device: Device) => {
    if (template === undefined) return
    // opened by the key or the click itself: later the browser would refuse it
    const shown = openWindow()
    if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
    setBusy(device)
    try {
      await printRecord({ moduleId, formId, templateId: template, device }, shown)
      if (device === 'printer') say('Sent to the printer')
    } catch (error) {
      shown.close()
      sayError(messageOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Modal
      title="Print"
      width={640}
      height={480}
      onClose={onClose}
      footer={
        <>
          <Button label="Close" onClick={onClose} />
          <Button
            label="View on screen"
            icon={IconDeviceDesktop}
            reason={reason}
            busy={busy === 'screen'}
            onClick={() => void print('screen')}
          />
          <Button
            label="Print to printer"
            look="primary"
            icon={IconPrinter}
            reason={reason}
            busy={busy === 'printer'}
            onClick={() => void print('printer')}
          />
        </>
      }
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
      {templates.data?.length === 0 && <p className="quiet">There is no template for this module.</p>}
      <div
        className="templates"
        role="radiogroup"
        aria-label="Template"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || reason !== undefined) return
          event.preventDefault()
          void print('printer')
        }}
      >
        {templates.data?.map((one) => (
          <label key={one.TemplateId} className="template">
            <input
              type="radio"
              name="template"
              checked={one.TemplateId === template}
              autoFocus={one.TemplateId === template}
              onChange={() => setChosen(one.TemplateId)}
            />
            {one.Name}
          </label>
        ))}
      </div>
    </Modal>
  )
}
