// What can be done with the record on screen: load, edit under a lock, discard, save, leave, and the module's own
// actions.
import { finishDates } from '../../core/dates.ts'
import type { Fields } from '../../core/model.ts'
import { validate } from '../../core/validate.ts'
import type { Errors } from '../../core/validate.ts'
import { ApiError, call, post, put } from '../api/api.ts'
import { cached, forget, forgetModule } from '../api/cache.ts'
import { ask } from '../dialog/ask.ts'
import { dropKeys, holdKeys, playKeys } from '../keys/held-keys.ts'
import { keepListState } from './list-state.ts'
import { dismiss, sayError, saySaved, sayUndo } from '../message/snackbar-store.ts'
import { dropDraft, isDraftWanted, keepDraft, readDraft, wantDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { isDefinite, saveFailure } from '../record/failure.ts'
import type { Form, Search, Shown } from '../record/form.ts'
import { focusError, focusFirst } from '../record/focus.ts'
import { createLock } from './lock.ts'
import { copyOf, toSend } from '../record/values.ts'
import type { Values } from '../record/values.ts'

export type SaveOptions<F extends Fields = Fields> = {
  /**
   * Runs after the save with the answer, before the screen closes. A failure is said; the record is saved all the same.
   */
  then?(answer: Shown<F>): Promise<unknown>
  /** Stay on the saved record instead of closing. */
  stay?: boolean
}
export type Commands<F extends Fields = Fields> = {
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
  readonly draft: () => Draft | undefined
  readonly takeDraft: (draft: Draft) => void
  readonly dropDraft: () => void
  readonly keepDraft: () => void
}
type Where = {
  search: Search
  key: string | number | undefined
  clone: boolean
  toList: () => void
  /** Opens this address again: what was discarded is taken back. */
  toAgain: () => void
  toRecord: (key: Values) => void
  failed: () => void
}

const pathOf = (form: Form, where: Where): string =>
  form.options.path?.(where.search) ?? `/api/${form.model.id}/${where.key}`

export const createCommands = (form: Form, where: Where): Commands => {
  const { model, user, options } = form
  let requestKey = crypto.randomUUID() as string
  // after a definite refusal the next request is another one once its contents differ
  let refusedBody: string | undefined
  /** The note that offers to take a discarding back. */
  let offer: number | undefined
  const lock = createLock(model.id, Number(where.key))

  const show = (record: Values, mode: 'add' | 'view' | 'edit') => {
    const values = options.loaded?.(record) ?? record
    form.put({ mode, phase: 'ready', values, began: values, errors: {}, refusal: null })
  }
  const read = async (fresh: boolean): Promise<Values> => {
    if (fresh) await forget(pathOf(form, where))
    return cached<Values>(pathOf(form, where))
  }
  /** A new record with its values, or with those that were discarded a moment ago. */
  const begin = (began: Values) => {
    const draft = isDraftWanted(model.id) ? readDraft(model.id, user) : undefined
    if (draft) {
      dropDraft(model.id)
      requestKey = draft.Key
    }
    form.put({ mode: 'add', phase: 'ready', values: { ...began, ...draft?.Values }, began, errors: {}, refusal: null })
  }
  const load = async () => {
    if (where.key === undefined) {
      const values = options.start?.(user, where.search, form.session) ?? {}
      begin(values)
      await options.opened?.(form, false)
      return
    }
    try {
      const record = await read(false)
      if (!where.clone) show(record, 'view')
      else {
        const copied = copyOf(model, options.loaded?.(record) ?? record)
        const values = options.copy?.(copied, user, form.session) ?? copied
        begin(values)
        await options.opened?.(form, true)
      }
    } catch (error) {
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'gone' })
      where.failed()
    }
  }
  /** What was discarded is there again, under its lock and on its version. */
  const takeBack = async (values: Values) => {
    if (form.state().phase !== 'ready' || form.state().mode !== 'view') return
    await edit()
    if (form.state().mode === 'edit') form.put({ values })
  }
  const edit = async () => {
    const before = form.state().phase
    if (before !== 'ready') return
    form.put({ phase: 'saving' })
    holdKeys('screen')
    try {
      await lock.take()
      show(await read(true), 'edit')
    } catch (error) {
      lock.release()
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'ready', mode: 'view' })
    }
  }
  const draftOf = (values: Values): Draft => ({
    UserId: user.UserId,
    EntityId: user.EntityId,
    At: new Date().toISOString(),
    Key: requestKey,
    Values: values,
  })
  const discard = async () => {
    const { mode, values } = form.state()
    const changed = form.isChanged()
    const name = model.singular.toLowerCase()
    lock.release()
    if (mode === 'add') {
      const draft = draftOf(values)
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
    await load()
    if (changed) offer = sayUndo(`Changes of the ${name} are discarded`, () => void takeBack(values))
  }
  const refuse = (errors: Errors, refusal: string) => {
    dropKeys('screen')
    form.put({ phase: 'ready', errors, refusal })
    focusError(form)
  }
  const check = (sent: Values): Errors => {
    const { values, began } = form.state()
    // the module's own words stand before the general ones
    return { ...validate(model.fields, sent), ...options.check?.(values, user, began) }
  }
  const placed = (errors: Errors): Errors => {
    const { errorAt } = options
    return errorAt ? Object.fromEntries(Object.entries(errors).map(([name, texts]) => [errorAt(name), texts])) : errors
  }
  // from the key to the answer, with the question in between: a second Save in that time is none
  let underWay = false
  const save = async (wanted: SaveOptions = {}) => {
    if (underWay) return
    underWay = true
    try {
      await send(wanted)
    } finally {
      underWay = false
    }
  }
  const send = async ({ then, stay = false }: SaveOptions) => {
    if (!form.isEditable()) return
    if (document.activeElement instanceof HTMLElement) commitTyping(document.activeElement)
    const { values, mode } = form.state()
    const plain = toSend(model.fields, values)
    const sent: Record<string, unknown> = options.send?.(plain, values) ?? plain
    const errors = check(plain)
    if (Object.keys(errors).length > 0) {
      refuse(errors, '')
      return
    }
    if (options.confirm && !(await options.confirm(form))) return
    form.put({ phase: 'saving', errors: {}, refusal: null })
    holdKeys('screen')
    const body = finishDates({ ...sent, ...(mode === 'edit' ? { RowVersion: values['RowVersion'] } : {}) })
    const text = JSON.stringify(body)
    if (refusedBody !== undefined && refusedBody !== text) {
      requestKey = crypto.randomUUID()
      refusedBody = undefined
    }
    try {
      const answer =
        mode === 'add'
          ? await post<Values>(`/api/${model.id}/`, body, requestKey)
          : await put<Values>(pathOf(form, where), body, requestKey)
      requestKey = crypto.randomUUID()
      await saved(answer, mode, then, stay)
    } catch (error) {
      if (isDefinite(error)) refusedBody = text
      const message = saveFailure(error)
      sayError(message)
      refuse(error instanceof ApiError ? placed(error.errors) : {}, message)
      if (await options.refused?.(form, message)) await send({ ...(then && { then }), stay })
    }
  }
  const saved = async (answer: Values, mode: string, then: SaveOptions['then'], stay: boolean) => {
    saySaved(answer)
    if (mode === 'add') dropDraft(model.id)
    lock.release()
    try {
      await then?.(answer)
    } catch (error) {
      sayError(error)
    }
    const key = answer[model.key[0] ?? '']
    if (typeof key === 'number') keepListState(model.statementId, { selected: String(key) })
    form.put({ phase: 'gone' })
    void forgetModule(model.id)
    if (stay) where.toRecord({ [model.key[0] ?? '']: key })
    else where.toList()
  }
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
    await load()
  }
  return {
    load,
    edit,
    discard,
    save,
    act,
    close: () => where.toList(),
    leave: () => {
      if (offer !== undefined) dismiss(offer)
      lock.release()
      if (form.state().mode === 'add' && form.state().phase === 'ready' && form.isChanged()) dropDraft(model.id)
    },
    endPage: lock.endPage,
    renew: lock.renew,
    draft: () => (form.state().mode === 'add' && !where.clone ? readDraft(model.id, user) : undefined),
    takeDraft: (draft) => {
      requestKey = draft.Key
      form.put({ values: { ...form.state().values, ...draft.Values } })
      requestAnimationFrame(focusFirst)
    },
    dropDraft: () => {
      dropDraft(model.id)
      requestAnimationFrame(focusFirst)
    },
    keepDraft: () => {
      const { mode, phase, values } = form.state()
      if (mode === 'add' && phase === 'ready' && form.isChanged()) keepDraft(model.id, draftOf(values))
    },
  }
}

/** What is being typed counts: leaving the field takes it over, and it gets the focus back. */
const commitTyping = (element: HTMLElement) => {
  if (!(element instanceof HTMLInputElement) && !(element instanceof HTMLTextAreaElement)) return
  element.blur()
  element.focus()
}
/** Asked before a changed screen is left. */
export const askDiscard = (): Promise<boolean> => {
  const answer = ask({ text: 'Discard changes ?' })
  // what was typed for the screen to come is for the question now; after a No that screen does not come
  playKeys('screen')
  return answer
}
