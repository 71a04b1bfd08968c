// Editing begun under the record's lock, what was changed discarded, and a discarding taken back.
import { forget } from '../api/cache.ts'
import { dropKeys, holdKeys } from '../keys/held-keys.ts'
import { dismiss, sayError, sayUndo } from '../message/snackbar-store.ts'
import type { Form } from '../record/form.ts'
import type { Values } from '../record/values.ts'
import { draftOf, dropDraft, keepDraft, wantDraft } from './draft.ts'
import type { Loading } from './load.ts'
import type { Lock } from './lock.ts'
import type { RequestKey } from './request-key.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type Editing = {
  readonly edit: () => Promise<void>
  readonly discard: () => Promise<void>
  /** The screen is left: what was discarded is not offered any more. */
  readonly endOffer: () => void
}

export const createEditing = (
  form: Form,
  where: Where,
  { loading, lock, requestKey }: { loading: Loading; lock: Lock; requestKey: RequestKey },
): Editing => {
  const { model, user } = form
  /** The note that offers to take a discarding back. */
  let offer: number | undefined
  const edit = async () => {
    const before = form.state().phase
    if (before !== 'ready') return
    form.put({ phase: 'saving' })
    holdKeys('screen')
    try {
      await lock.take()
      loading.show(await loading.read(true), 'edit')
    } catch (error) {
      lock.release()
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'ready', mode: 'view' })
    }
  }
  /** What was discarded is there again, under its lock and on its version. */
  const takeBack = async (values: Values) => {
    if (form.state().phase !== 'ready' || form.state().mode !== 'view') return
    await edit()
    if (form.state().mode === 'edit') form.put({ values })
  }
  const discard = async () => {
    const { mode, values } = form.state()
    const changed = form.isChanged()
    const name = model.singular.toLowerCase()
    lock.release()
    if (mode === 'add') {
      const draft = draftOf(user, requestKey.now(), values)
      dropDraft(model.id)
      form.put({ phase: 'gone' })
      where.toList()
      if (changed)
        sayUndo(`The new ${name} is discarded`, () => {
          keepDraft(model.id, draft)
          wantDraft(model.id)
          where.toAgain()
        })
      return
    }
    form.put({ phase: 'loading', mode: 'view', errors: {}, refusal: null })
    await forget(pathOf(form, where))
    await loading.load()
    if (changed) offer = sayUndo(`Changes of the ${name} are discarded`, () => void takeBack(values))
  }
  return {
    edit,
    discard,
    endOffer: () => {
      if (offer !== undefined) dismiss(offer)
    },
  }
}
