// The lock of one record, held by this tab: taken, taken over from the user's other window, renewed, released.
import { ApiError, del, delAtClose, post, unasked } from '../api/api.ts'
import { ask } from '../dialog/ask.ts'
import { holdKeys, playKeys } from '../keys/held-keys.ts'
import { sayError } from '../message/snackbar-store.ts'

export type Lock = {
  /** Throws ApiError 423 when another user holds it, or when the user leaves it to their other window. */
  readonly take: () => Promise<void>
  readonly release: () => void
  readonly renew: () => void
  /** Releases it while the tab closes. */
  readonly endPage: () => void
}

const isOwn = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'edited-elsewhere'

/** What is edited: a record, or the part of it in its address. */
export type EditedNow = { readonly FormId: number; readonly Part?: number | undefined }

export const createLock = (ModuleId: string, editedNow: () => EditedNow): Lock => {
  let record: { ModuleId: string } & EditedNow = { ModuleId, FormId: 0 }
  let held = false
  return {
    take: async () => {
      record = { ModuleId, ...editedNow() }
      try {
        await post('/api/locks/', record)
      } catch (error) {
        if (!isOwn(error)) throw error
        const answer = ask({
          text: `${error.message}. Take over here?\nChanges not saved there can no longer be saved.`,
        })
        // keys typed for the screen go to the question now
        playKeys('screen')
        if (!(await answer)) throw error
        holdKeys('screen')
        await post('/api/locks/', { ...record, TakeOver: true })
      }
      held = true
    },
    release: () => {
      if (!held) return
      held = false
      void del('/api/locks/', record).catch(() => undefined)
    },
    renew: () => {
      if (held) unasked(() => post('/api/locks/', record)).catch((error: unknown) => sayError(error))
    },
    endPage: () => {
      if (held) delAtClose('/api/locks/', record)
    },
  }
}
