// Something sensitive is opened with a reason: asked once a sale, then the act goes on.
import { closedCode, reasonPath } from '../../core/refusal.ts'
import { ApiError, post } from '../api/api.ts'
import { sayError } from '../message/snackbar-store.ts'
import { askText } from './ask.ts'

/** Whether an act was refused because a reason is missing. */
export const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === closedCode

/** Asks the user why; undefined: it stays closed. */
export const askReason = (): Promise<string | undefined> =>
  askText({
    title: 'Open Sensitive Results',
    label: 'Reason',
    text: 'A result of this sale is sensitive. Your name, the time and the reason are kept.',
  })

/** Asks the user why, and sends it; answers whether it is kept. */
export const askWhy = async (saleId: number): Promise<boolean> => {
  const Reason = await askReason()
  if (Reason === undefined) return false
  try {
    await post(`/api/${reasonPath}`, { SaleId: saleId, Reason })
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

/** Does it; where it is closed, asks why and does it again. The window that it opens is its own to close. */
export const withReason = async (saleId: number, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if (!isClosed(error) || !(await askWhy(saleId))) throw error
    await act()
  }
}
