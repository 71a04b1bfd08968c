// Which templates a record is printed with, and the printing itself: one after the other through one window.
import { useEffect, useState } from 'react'
import { messageOf } from '../api/api.ts'
import { useAnswer } from '../api/cache.ts'
import { askWhy, isClosed } from '../dialog/reason.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { say, sayError } from '../message/snackbar-store.ts'
import { remember, remembered } from '../session/preferences.ts'
import { openWindow, printRecord } from './print.ts'
import type { Device } from './print.ts'
import { again, chosenAtFirst, turned } from './templates.ts'
import { printTemplates } from '../../core/answer/questions.ts'

export type Printed = {
  moduleId: string
  formId: number
  /** The client whose own templates are offered together with the common ones. */
  clientId?: number | undefined
  /** The layouts that are possible for it; absent: all of its module. */
  layouts?: readonly string[] | undefined
}

const useTemplates = ({ moduleId, clientId, layouts }: Printed) => {
  const { data, error, isError } = useAnswer(printTemplates, { Module: moduleId, ClientId: clientId })
  const [ticked, setTicked] = useState<readonly number[]>()
  const kept = `print.${moduleId}`
  const all = data ?? []
  const offered = layouts === undefined ? all : all.filter(({ Layout }) => layouts.includes(Layout))
  const ids = offered.map((one) => one.TemplateId)
  const last = remembered(kept)
  const chosen = ticked ?? chosenAtFirst(ids, last)
  const others = all.filter((one) => !offered.includes(one)).map((one) => one.TemplateId)
  return {
    offered,
    error,
    ids,
    chosen,
    ready: data !== undefined || isError,
    none: data !== undefined && offered.length === 0,
    turn: (templateId: number) => setTicked(turned(ids, chosen, templateId)),
    keep: () => remember(kept, [...again(others, last), ...chosen]),
  }
}

export const usePrinting = (printed: Printed, onClose: () => void) => {
  const templates = useTemplates(printed)
  const [busy, setBusy] = useState<Device>()
  const { ready, ids, chosen } = templates
  useEffect(() => {
    // the next key chooses or prints, so it waits until the templates are loaded
    if (ready) playKeys('dialog')
    else holdKeys('dialog', onClose)
  }, [ready, onClose])
  useEffect(() => () => dropKeys('dialog'), [])
  const print = async (device: Device): Promise<void> => {
    // opened at the key press or click: later the browser would refuse it
    const shown = openWindow()
    if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
    templates.keep()
    setBusy(device)
    holdKeys('dialog')
    try {
      for (const [index, templateId] of chosen.entries()) {
        const { moduleId, formId } = printed
        const { printed: done } = await printRecord({ moduleId, formId, templateId, device }, shown)
        const more = chosen.length - index - 1
        // the next one goes into the same window, which must finish this one first
        if (more > 0 && !(await done))
          return sayError(
            `The window was closed: ${more === 1 ? 'one document is' : `${more} documents are`} not printed.`,
          )
      }
      if (device === 'printer') say('Sent to the printer')
    } catch (error) {
      shown.close()
      // what is typed now is for the question
      playKeys('dialog')
      if (isClosed(error) && (await askWhy(printed.formId))) return await print(device)
      sayError(messageOf(error))
    } finally {
      setBusy(undefined)
      playKeys('dialog')
    }
  }
  const reason = busy
    ? 'It is being printed'
    : ids.length === 0
      ? 'There is no template to print with'
      : chosen.length === 0
        ? 'Tick the templates to print'
        : undefined
  return { templates, busy, reason, print: (device: Device) => void print(device) }
}
export type Printing = ReturnType<typeof usePrinting>
