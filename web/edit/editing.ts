// Starts editing under the record's lock, discards changes, and takes a discard back.
import { flushSync } from 'react-dom'
import { inSentence } from '../../core/titles.ts'
import { forget } from '../api/cache.ts'
import { dropKeys, holdKeys } from '../keys/held-keys.ts'
import { dismiss, sayError, sayUndo } from '../message/snackbar-store.ts'
import { commitTyping, focusScreen } from '../record/focus.ts'
import { calledOf } from '../record/form.ts'
import type { Form } from '../record/form.ts'
import type { Values } from '../record/values.ts'
import { draftOf, keepDraft, wantDraft } from './draft.ts'
import type { Drafts } from './drafts.ts'
import type { Loading } from './load.ts'
import type { Lock } from './lock.ts'
import type { RequestKey } from './request-key.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type Editing = {
  /** `typed`: what was typed earlier and not saved. */
  readonly edit: (typed?: Values) => Promise<void>
  readonly discard: () => Promise<void>
  /** The screen is left: the discarded changes are no longer offered. */
  readonly endOffer: () => void
}
/** What editing works with. */
export type Holding = { loading: Loading; lock: Lock; requestKey: RequestKey; drafts: Drafts }

export const createEditing = (form: Form, where: Where, { loading, lock, requestKey, drafts }: Holding): Editing => {
  const { model, user, options } = form
  /** The note that offers to take a discard back. */
  let offer: number | undefined
  const edit = async (typed?: Values) => {
    const { phase, mode } = form.state()
    if (phase !== 'ready' || mode !== 'view') return
    form.put({ phase: 'saving', doing: 'edit' })
    holdKeys('screen')
    try {
      await lock.take()
      // an earlier request without an answer was another one
      requestKey.answered()
      loading.show(await loading.read(), 'edit', typed)
    } catch (error) {
      lock.release()
      sayError(error)
      dropKeys('screen')
      // who types on has not seen it yet: Enter on the button would ask for the lock again, each time
      const rest = options.home ?? focusScreen
      if (!loading.isLeft()) rest()
      form.put({ phase: 'ready', mode: 'view' })
    }
  }
  const discardNew = (changed: boolean, values: Values) => {
    const draft = draftOf(user, requestKey.now(), values)
    form.put({ phase: 'gone' })
    where.toList()
    if (!changed) return
    sayUndo(`The new ${inSentence(model.singular)} is discarded`, () => {
      keepDraft(model.id, draft)
      wantDraft(model.id)
      where.toAgain()
    })
  }
  const discard = async () => {
    commitTyping()
    const { mode, values, began } = form.state()
    const changed = form.isChanged()
    const typed = options.typing?.of(values) ?? values
    lock.release()
    drafts.dropDraft()
    if (mode === 'add') return discardNew(changed, values)
    // the record is read again: later keys are for what comes then
    holdKeys('screen')
    flushSync(() =>
      form.put({ phase: 'saving', doing: 'discard', mode: 'view', values: began, errors: {}, refusal: null }),
    )
    options.home?.()
    await forget(pathOf(form, where))
    await loading.load()
    // Undo restores the discarded changes, under the lock and on their version
    if (changed) offer = sayUndo(`Changes of the ${calledOf(form)} are discarded`, () => void edit(typed))
  }
  return {
    edit,
    discard,
    endOffer: () => {
      if (offer !== undefined) dismiss(offer)
    },
  }
}
