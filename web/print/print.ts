// Asks the server to print a record and shows the answer: HTML, or the file at a location.
import { call, file } from '../api/api.ts'
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { recordPrinted } from '../../core/answer/questions.ts'

export type Device = 'printer' | 'screen'
export type PrintRequest = { moduleId: string; formId: number; templateId?: number; device: Device }

/** An empty window of 1024x768, filled when the answer arrives; null when the browser refuses. */
export const openWindow = (): Window | null => window.open('', '_blank', 'popup,width=1024,height=768')

/** How long a window may take to load its pages, in milliseconds. */
const patience = 20_000

/**
 * Shows the content. Resolves true when it is printed (or only shown), false when the window was closed or never loaded
 * its pages.
 */
const show = (shown: Window, content: Blob, printing: boolean): Promise<boolean> => {
  const address = URL.createObjectURL(content)
  shown.location.replace(address)
  if (!printing) return Promise.resolve(true)
  // the window reports its loading only to itself, so it is checked until its pages are loaded
  const started = Date.now()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const there = !shown.closed && shown.location.href === address && shown.document.readyState === 'complete'
      if (!there && !shown.closed && Date.now() - started <= patience) return
      clearInterval(timer)
      if (there) {
        shown.focus()
        // returns when the browser's own dialog is closed
        shown.print()
      }
      resolve(there)
    }, 100)
  })
}

/**
 * Prints into the window. Resolves when it has the answer; `printed` when the printer has it (false: the window was
 * closed before). Throws ApiError; then the caller closes the window.
 */
export const printRecord = async (
  { moduleId, formId, templateId, device }: PrintRequest,
  shown: Window,
): Promise<{ printed: Promise<boolean> }> => {
  const { data } = await call<string | AnswerTo<typeof recordPrinted>>('POST', `/api/print/${moduleId}/`, {
    body: { templateId, formId, device },
  })
  const content =
    typeof data === 'string' ? new Blob([data], { type: 'text/html;charset=utf-8' }) : await file('POST', data.location)
  return { printed: show(shown, content, device === 'printer') }
}
