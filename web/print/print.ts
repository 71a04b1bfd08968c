// Asks the server to print a record and shows what comes back: HTML, or the file at a location.
import { call, file } from '../api.ts'

export type Device = 'printer' | 'screen'
export type PrintRequest = { moduleId: string; formId: number; templateId?: number; device: Device }

/** An empty window of 1024x768, to be filled when the answer is there; null when the browser refuses. */
export const openWindow = (): Window | null => window.open('', '_blank', 'popup,width=1024,height=768')

const show = (shown: Window, content: Blob, printing: boolean): void => {
  const address = URL.createObjectURL(content)
  shown.location.replace(address)
  if (!printing) return
  // the window says when it has loaded only to itself, so it is asked until its pages are there
  const started = Date.now()
  const timer = setInterval(() => {
    if (shown.closed || Date.now() - started > 20_000) return clearInterval(timer)
    if (shown.location.href !== address || shown.document.readyState !== 'complete') return
    clearInterval(timer)
    shown.focus()
    shown.print()
  }, 100)
}

/** Prints into the window. Throws ApiError; the window is the caller's to close then. */
export const printRecord = async ({ moduleId, formId, templateId, device }: PrintRequest, shown: Window): Promise<void> => {
  const { data } = await call<string | { location: string }>('POST', `/api/print/${moduleId}/`, { body: { templateId, formId, device } })
  if (typeof data === 'string') return show(shown, new Blob([data], { type: 'text/html;charset=utf-8' }), device === 'printer')
  const location = data.location.startsWith('/api') ? data.location : `/api${data.location}`
  show(shown, await file('POST', location), device === 'printer')
}
