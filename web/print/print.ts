// Asks the server to print a record and shows what comes back: HTML, or the file at a location.
import { call, file } from '../api/api.ts'

export type Device = 'printer' | 'screen'
export type PrintRequest = { moduleId: string; formId: number; templateId?: number; device: Device }

/** An empty window of 1024x768, to be filled when the answer is there; null when the browser refuses. */
export const openWindow = (): Window | null => window.open('', '_blank', 'popup,width=1024,height=768')

/** How long a window gets until its pages are there, in milliseconds. */
const patience = 20_000

/**
 * Shows the content; resolves when it is printed (or only shown), false when the window was closed or never came to its
 * pages.
 */
const show = (shown: Window, content: Blob, printing: boolean): Promise<boolean> => {
  const address = URL.createObjectURL(content)
  shown.location.replace(address)
  if (!printing) return Promise.resolve(true)
  // the window says when it has loaded only to itself, so it is asked until its pages are there
  const started = Date.now()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const there = !shown.closed && shown.location.href === address && shown.document.readyState === 'complete'
      if (!there && !shown.closed && Date.now() - started <= patience) return
      clearInterval(timer)
      if (there) {
        shown.focus()
        // returns when the browser's own dialog is done with
        shown.print()
      }
      resolve(there)
    }, 100)
  })
}

/**
 * Prints into the window; resolves when the answer is in it, `printed` when the printer has it (false: the window was
 * closed before).
 * Throws ApiError; the window is the caller's to close then.
 */
export const printRecord = async (
  { moduleId, formId, templateId, device }: PrintRequest,
  shown: Window,
): Promise<{ printed: Promise<boolean> }> => {
  const { data } = await call<string | { location: string }>('POST', `/api/print/${moduleId}/`, {
    body: { templateId, formId, device },
  })
  const content =
    typeof data === 'string' ? new Blob([data], { type: 'text/html;charset=utf-8' }) : await file('POST', data.location)
  return { printed: show(shown, content, device === 'printer') }
}
