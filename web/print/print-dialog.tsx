// Chooses templates and prints a record: on the printer one after the other, or one to be looked at on screen.
import { IconDeviceDesktop, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../api/api.ts'
import { Button } from '../part/button.tsx'
import { useGet } from '../api/cache.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { Modal } from '../part/modal.tsx'
import { remember, remembered } from '../session/preferences.ts'
import { say, sayError } from '../message/snackbar-store.ts'
import { openWindow, printRecord } from './print.ts'
import type { Device } from './print.ts'
import { chosenAtFirst, turned } from './templates.ts'
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
  const [ticked, setTicked] = useState<readonly number[]>()
  const [busy, setBusy] = useState<Device>()
  const kept = `print.${moduleId}`
  const offered = templates.data ?? []
  const ids = offered.map((one) => one.TemplateId)
  const chosen = ticked ?? chosenAtFirst(ids, remembered(kept))
  const reason = busy
    ? 'It is being printed'
    : ids.length === 0
      ? 'There is no template to print with'
      : chosen.length === 0
        ? 'Tick what is to be printed'
        : undefined
  const ready = templates.data !== undefined || templates.isError
  useEffect(() => {
    // the next key chooses or prints: it waits until there is something to choose
    if (ready) playKeys('dialog')
    else holdKeys('dialog', onClose)
  }, [ready, onClose])
  useEffect(() => () => dropKeys('dialog'), [])
  const print = async (device: Device) => {
    // opened by the key or the click itself: later the browser would refuse it
    const shown = openWindow()
    if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
    remember(kept, chosen)
    setBusy(device)
    holdKeys('dialog')
    try {
      for (const [index, templateId] of chosen.entries()) {
        const { printed } = await printRecord({ moduleId, formId, templateId, device }, shown)
        const more = chosen.length - index - 1
        // the next one goes into the same window, which has to be done with this one
        if (more > 0 && !(await printed))
          return sayError(
            `The window was closed: ${more === 1 ? 'one document is' : `${more} documents are`} not printed.`,
          )
      }
      if (device === 'printer') say('Sent to the printer')
    } catch (error) {
      shown.close()
      sayError(messageOf(error))
    } finally {
      setBusy(undefined)
      playKeys('dialog')
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
            reason={reason ?? (chosen.length > 1 ? 'One at a time can be looked at: leave one ticked' : undefined)}
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
        role="group"
        aria-label="Templates"
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            const boxes = [...event.currentTarget.querySelectorAll('input')]
            boxes.at((boxes.findIndex((one) => one === event.target) + step) % boxes.length)?.focus()
          } else if (event.key === 'Enter' && reason === undefined) void print('printer')
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
              onChange={() => setTicked(turned(ids, chosen, one.TemplateId))}
            />
            {one.Name}
          </label>
        ))}
      </div>
    </Modal>
  )
}
