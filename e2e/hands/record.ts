// A client opened and edited in the browser, for the journeys on the detail screen.
import type { Locator, Page } from 'playwright-core'
import { isObject } from '../../core/same.ts'
import { button, shows } from './journey.ts'

/** Opens the client read-only. */
export const showClient = async (page: Page, id: number): Promise<void> => {
  await page.goto(`/clients?ClientId=${id}`)
  await shows(button(page, 'History'))
}
/** Opens the client and takes its lock. */
export const editClient = async (page: Page, id: number): Promise<void> => {
  await showClient(page, id)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
}
export const nameBox = (page: Page): Locator => page.locator('[data-field=Name] input')
/** Requests on locks as they are sent: method and the record. */
export const lockCalls = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname !== '/api/locks/') return
    const body: unknown = request.postDataJSON() ?? Object.fromEntries(url.searchParams)
    const { ModuleId, FormId } = isObject(body) ? body : {}
    calls.push(`${request.method()} ${String(ModuleId)} ${String(FormId)}`)
  })
  return calls
}
