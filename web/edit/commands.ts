// What can be done with the record on screen: load, edit under a lock, discard, save, leave, and the module's own
// actions.
import { flushSync } from 'react-dom'
import type { Fields } from '../../core/model.ts'
import { ApiError, call } from '../api/api.ts'
import { forget, forgetModule } from '../api/cache.ts'
import { ask } from '../dialog/ask.ts'
import { confirmingKey } from '../dialog/confirming.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { focusFirst } from '../record/focus.ts'
import type { Form } from '../record/form.ts'
import { askedIn } from '../record/record-link.ts'
import type { Draft } from './draft.ts'
import { createDrafts } from './drafts.ts'
import { createEditing } from './editing.ts'
import { createLoading } from './load.ts'
import { createLock } from './lock.ts'
import { createRequestKey } from './request-key.ts'
import { createSave } from './save.ts'
import type { SaveOptions } from './save.ts'
import { idOf } from './where.ts'
import type { Where } from './where.ts'

export type Commands<F extends Fields = Fields> = {
  readonly load: () => Promise<void>
  readonly follow: () => () => void
  readonly edit: () => Promise<void>
  readonly discard: () => Promise<void>
  save(options?: SaveOptions<F>): Promise<void>
  readonly close: () => void
  /** A PUT to an action's address; afterwards the record is read again. */
  readonly act: (path: string, body?: unknown) => Promise<void>
  /**
   * The same, also by another method. Answers the refusal and does not show it. `answered` gets the answer, and returns
   * true when it shows it itself.
   */
  readonly tryAct: <Answer extends object>(
    path: string,
    body?: unknown,
    method?: 'PUT' | 'POST',
    answered?: (answer: Answer) => boolean | undefined,
  ) => Promise<unknown>
  /** Gives up the lock and the draft when the screen is left. */
  readonly leave: () => void
  /** Left for another screen that has not come yet: what was typed here was given up. */
  readonly isLeft: () => boolean
  /** The user returned to it before another screen came. */
  readonly comeBack: () => void
  readonly renew: () => void
  /** Frees the record for others while the tab closes, and saves the draft; a page that returns renews the lock. */
  readonly endPage: () => void
  /** What was filled in earlier and not saved. */
  readonly draft: () => Draft | undefined
  readonly takeDraft: (draft: Draft) => void
  readonly dropDraft: () => void
  readonly keepDraft: () => void
}

const isDiscarding = (form: Form): boolean => form.state().phase === 'saving' && form.state().doing === 'discard'
/** After discarded changes the record is read again; its acts are offered meanwhile and come after that. */
const discarded = (form: Form): Promise<void> =>
  new Promise((resolve) => {
    const stop = form.watch(() => {
      if (isDiscarding(form)) return
      stop()
      resolve()
    })
  })

export const createCommands = (form: Form, where: Where): Commands => {
  const { model, options } = form
  const requestKey = createRequestKey()
  const lock = createLock(model.id, () => ({
    FormId: Number(idOf(form, where)),
    Part: options.rows?.part?.(where.search),
  }))
  const loading = createLoading(form, where, requestKey)
  const drafts = createDrafts(form, where, requestKey)
  const held = { loading, lock, requestKey, drafts }
  const { edit, discard, endOffer } = createEditing(form, where, held)
  const again = async () => {
    await Promise.all([forgetModule(model.id), forget(...(options.forgets ?? []))])
    await loading.again()
  }
  const tryAct: Commands['tryAct'] = async <Answer extends object>(
    path: string,
    body: unknown = { formId: where.key },
    method: 'PUT' | 'POST' = 'PUT',
    answered?: (answer: Answer) => boolean | undefined,
  ) => {
    if (isDiscarding(form)) await discarded(form)
    if (form.state().phase !== 'ready') return new ApiError(0, 'Another action is still running. Please try again.')
    drafts.keepDraft()
    form.put({ phase: 'saving', doing: path })
    holdKeys('screen', undefined, confirmingKey())
    try {
      const { data } = await call<Answer>(method, path, { body })
      // a screen that was left shows no answer
      if (answered?.(data) !== true || loading.isLeft()) saySaved(data)
    } catch (error) {
      dropKeys('screen')
      // the refusal may mean that the screen is out of date, so it is read again
      if (options.rows && error instanceof ApiError && [409, 422].includes(error.status)) await again()
      if (form.state().phase === 'saving') form.put({ phase: 'ready' })
      return error
    }
    await again()
    return undefined
  }
  return {
    ...drafts,
    load: async () => {
      // a save led here to continue editing: the flag is removed from the address first, so that nothing interrupts it
      const goesOn = askedIn(where.search).edit === true
      if (goesOn) await where.toRecord(where.keys)
      await loading.load()
      if (goesOn && form.state().values.Actions?.update === true) await edit()
    },
    follow: loading.follow,
    edit: () => edit(),
    discard,
    save: createSave(form, where, held),
    act: async (path, body) => {
      const error = await tryAct(path, body)
      if (error) sayError(error)
    },
    tryAct,
    close: () => where.toList(),
    takeDraft: (draft) => {
      // versions guard existing records; a new record is sent under its earlier key, so that it is created once
      if (form.state().mode !== 'add') return void edit(draft.Values)
      requestKey.goOn(draft.Key)
      flushSync(() => form.put({ values: { ...form.state().values, ...draft.Values } }))
      focusFirst()
    },
    dropDraft: () => {
      drafts.dropDraft()
      if (options.home) options.home()
      else focusFirst()
    },
    comeBack: () => {
      if (loading.isLeft()) void loading.comeBack()
    },
    isLeft: loading.isLeft,
    leave: () => {
      endOffer()
      loading.leave()
      lock.release()
      drafts.leave()
    },
    endPage: () => {
      drafts.keepDraft()
      lock.endPage()
    },
    renew: lock.renew,
  }
}

/** Asked before a changed screen is left. */
export const askDiscard = (): Promise<boolean> => {
  const answer = ask({ text: 'Discard changes ?' })
  // keys typed for the next screen go to the question now; after a No that screen does not open
  playKeys('screen')
  return answer
}
