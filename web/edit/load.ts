// Brings the record of the address on screen: read, begun anew, or begun as a copy.
import { cached, forget } from '../api/cache.ts'
import { dropKeys } from '../keys/held-keys.ts'
import { sayError } from '../message/snackbar-store.ts'
import type { Form } from '../record/form.ts'
import { copyOf } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import { dropDraft, isDraftWanted, readDraft } from './draft.ts'
import type { RequestKey } from './request-key.ts'
import { pathOf } from './where.ts'
import type { Where } from './where.ts'

export type Loading = {
  readonly load: () => Promise<void>
  /** The record as the server has it; `fresh` asks again whatever was kept. */
  readonly read: (fresh: boolean) => Promise<Values>
  readonly show: (record: Values, mode: 'view' | 'edit') => void
}

export const createLoading = (form: Form, where: Where, requestKey: RequestKey): Loading => {
  const { model, user, options } = form
  const show = (record: Values, mode: 'view' | 'edit') => {
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
      requestKey.goOn(draft.Key)
    }
    form.put({ mode: 'add', phase: 'ready', values: { ...began, ...draft?.Values }, began, errors: {}, refusal: null })
  }
  const load = async () => {
    if (where.key === undefined) {
      begin(options.start?.(user, where.search, form.session) ?? {})
      await options.opened?.(form, false)
      return
    }
    try {
      const record = await read(false)
      if (!where.clone) show(record, 'view')
      else {
        const copied = copyOf(model, options.loaded?.(record) ?? record)
        begin(options.copy?.(copied, user, form.session) ?? copied)
        await options.opened?.(form, true)
      }
    } catch (error) {
      sayError(error)
      dropKeys('screen')
      form.put({ phase: 'gone' })
      where.failed()
    }
  }
  return { load, read, show }
}
