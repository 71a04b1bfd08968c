// Sends the record on screen: checked, confirmed, sent once; then handles the answer or the refusal.
import { flushSync } from 'react-dom'
import { finishDates } from '../../core/dates.ts'
import type { Fields } from '../../core/model.ts'
import { validate } from '../../core/validate.ts'
import type { Errors } from '../../core/validate.ts'
import { ApiError, post, put } from '../api/api.ts'
import { forget, forgetModule } from '../api/cache.ts'
import { confirmingKey } from '../dialog/confirming.ts'
import { dropKeys, holdKeys } from '../keys/held-keys.ts'
import { sayError, saySaved } from '../message/snackbar-store.ts'
import { isDefinite, saveFailure } from '../record/failure.ts'
import { commitTyping, focusError, keepFocus } from '../record/focus.ts'
import type { Form, Shown } from '../record/form.ts'
import { toSend } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import type { Holding } from './editing.ts'
import { keepListState } from './list-state.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type SaveOptions<F extends Fields = Fields> = {
  /** Runs after the save with the answer, before the screen closes. A failure is shown; the record is saved anyway. */
  then?(answer: Shown<F>): Promise<unknown>
  /** Shows the saved record instead of closing. */
  stay?: boolean
  /** Where to go from the saved record. */
  to?(): void
}
export type Save = (options?: SaveOptions) => Promise<void>

const check = ({ model, options, state, user }: Form, sent: Values): Errors => {
  const { values, began } = state()
  // the module's own messages replace the general ones
  return { ...validate(model.fields, sent), ...options.check?.(values, user, began) }
}
const placed = ({ options: { errorAt } }: Form, errors: Errors, sent: Values): Errors =>
  errorAt ? Object.fromEntries(Object.entries(errors).map(([name, texts]) => [errorAt(name, sent), texts])) : errors
const refuse = (form: Form, errors: Errors, refusal: string, focusAgain?: () => void) => {
  dropKeys('screen')
  flushSync(() => form.put({ phase: 'ready', errors, refusal }))
  focusError(form)
  focusAgain?.()
}

export const createSave = (form: Form, where: Where, { loading, lock, requestKey, drafts }: Holding): Save => {
  const { model, options } = form
  /** Shows the record as it was saved. */
  const stays = async () => {
    await Promise.all([forgetModule(model.id), forget(...(options.forgets ?? []))])
    form.put({ mode: 'view', errors: {}, refusal: null })
    await loading.again()
  }
  const saved = async (answer: Values, { then, stay, to }: SaveOptions) => {
    saySaved(answer)
    drafts.dropDraft()
    lock.release()
    try {
      await then?.(answer)
    } catch (error) {
      sayError(error)
    }
    if (options.stays && !to) return stays()
    const key = answer[model.key[0] ?? '']
    if (typeof key === 'number') keepListState(model.statementId, { selected: String(key) })
    form.put({ phase: 'gone' })
    void forgetModule(model.id)
    if (options.forgets) void forget(...options.forgets)
    // a user who has left this screen meanwhile is not moved
    if (loading.isLeft()) return
    if (to) to()
    else if (stay && (typeof key === 'number' || typeof key === 'string'))
      void where.toRecord({ [model.key[0] ?? '']: key })
    else where.toList()
  }
  const request = async (body: Values, key: string): Promise<Values> => {
    const { mode, values } = form.state()
    if (options.typing && options.typing.of(values) === undefined) return { message: 'No changes to save' }
    if (mode === 'add') return post<Values>(`/api/${model.id}/`, body, key)
    return put<Values>(options.rows ? `/api/${model.id}/` : pathOf(form, where), body, key)
  }
  const send = async (wanted: SaveOptions) => {
    if (!form.isEditable()) return
    commitTyping()
    const focusAgain = keepFocus()
    const { values, mode } = form.state()
    const plain = toSend(model.fields, values)
    const sent: Record<string, unknown> = options.send?.(plain, values) ?? plain
    const errors = check(form, plain)
    if (Object.keys(errors).length > 0) return refuse(form, errors, '')
    if (options.confirm && !(await options.confirm(form))) return
    drafts.keepDraft()
    form.put({ phase: 'saving', doing: 'save', errors: {}, refusal: null })
    holdKeys('screen', undefined, confirmingKey())
    const body = finishDates({ ...sent, ...(mode === 'edit' ? { RowVersion: values.RowVersion } : {}) })
    const text = JSON.stringify(body)
    try {
      const answer = await request(body, requestKey.of(text))
      requestKey.answered()
      await saved(answer, wanted)
    } catch (error) {
      if (isDefinite(error)) requestKey.refused(text)
      const message = saveFailure(error)
      sayError(message)
      refuse(form, error instanceof ApiError ? placed(form, error.errors, sent) : {}, message, focusAgain)
      if (await options.refused?.(form, message)) await send(wanted)
    }
  }
  // from the key press to the answer, also during the question: a second Save in that time is ignored
  let underWay = false
  return async (wanted = {}) => {
    if (underWay) return
    underWay = true
    try {
      await send(wanted)
    } finally {
      underWay = false
    }
  }
}
