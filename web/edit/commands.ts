// What can be done with the record on screen: load, edit under a lock, discard, save, leave, and the module's own
// actions.
import type { Fields } from '../../core/model.ts'
import { call } from '../api/api.ts'
import { forgetModule } from '../api/cache.ts'
import { ask } from '../dialog/ask.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { focusFirst } from '../record/focus.ts'
import type { Form } from '../record/form.ts'
import { createEditing } from './editing.ts'
import { draftOf, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { createLoading } from './load.ts'
import { createLock } from './lock.ts'
import { createRequestKey } from './request-key.ts'
import type { RequestKey } from './request-key.ts'
import { createSave } from './save.ts'
import type { SaveOptions } from './save.ts'
import type { Where } from './where.ts'

/** What of a new record is kept in this browser until it is saved. */
type Drafts = {
  readonly draft: () => Draft | undefined
  readonly takeDraft: (draft: Draft) => void
  readonly dropDraft: () => void
  readonly keepDraft: () => void
}
export type Commands<F extends Fields = Fields> = Drafts & {
  readonly load: () => Promise<void>
  readonly edit: () => Promise<void>
  readonly discard: () => Promise<void>
  save(options?: SaveOptions<F>): Promise<void>
  readonly close: () => void
  /** A PUT to an action's address; the record is read again after it. */
  readonly act: (path: string, body?: unknown) => Promise<void>
  /** Gives up the lock and the draft when the screen is left. */
  readonly leave: () => void
  readonly renew: () => void
  /** Frees the record for others while the tab closes; a page that comes back renews it. */
  readonly endPage: () => void
}

/** A new record that is being filled in and differs from what it began with. */
const isUnsaved = (form: Form): boolean =>
  form.state().mode === 'add' && form.state().phase === 'ready' && form.isChanged()

const createDrafts = (form: Form, where: Where, requestKey: RequestKey): Drafts => {
  const { model, user } = form
  return {
    draft: () => (form.state().mode === 'add' && !where.clone ? readDraft(model.id, user) : undefined),
    takeDraft: (draft) => {
      requestKey.goOn(draft.Key)
      form.put({ values: { ...form.state().values, ...draft.Values } })
      requestAnimationFrame(focusFirst)
    },
    dropDraft: () => {
      dropDraft(model.id)
      requestAnimationFrame(focusFirst)
    },
    keepDraft: () => {
      if (isUnsaved(form)) keepDraft(model.id, draftOf(user, requestKey.now(), form.state().values))
    },
  }
}

export const createCommands = (form: Form, where: Where): Commands => {
  const { model } = form
  const requestKey = createRequestKey()
  const lock = createLock(model.id, Number(where.key))
  const loading = createLoading(form, where, requestKey)
  const { edit, discard, endOffer } = createEditing(form, where, { loading, lock, requestKey })
  const act = async (path: string, body: unknown = { formId: where.key }) => {
    form.put({ phase: 'saving' })
    holdKeys('screen')
    try {
      saySaved((await call('PUT', path, { body })).data)
    } catch (error) {
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'ready' })
      return
    }
    await forgetModule(model.id)
    await loading.load()
  }
  return {
    ...createDrafts(form, where, requestKey),
    load: loading.load,
    edit,
    discard,
    save: createSave(form, where, { lock, requestKey }),
    act,
    close: () => where.toList(),
    leave: () => {
      endOffer()
      lock.release()
      if (isUnsaved(form)) dropDraft(model.id)
    },
    endPage: lock.endPage,
    renew: lock.renew,
  }
}

/** Asked before a changed screen is left. */
export const askDiscard = (): Promise<boolean> => {
  const answer = ask({ text: 'Discard changes ?' })
  // what was typed for the screen to come is for the question now; after a No that screen does not come
  playKeys('screen')
  return answer
}
