// A new record on screen: with the values of its module, as a copy, or as its draft.
import type { Form } from '../record/form.ts'
import { copyOf } from '../record/values.ts'
import type { Values } from '../record/values.ts'
import { dropDraft, isDraftWanted, readDraft } from './draft.ts'
import type { RequestKey } from './request-key.ts'
import type { Where } from './where.ts'

const begin = (form: Form, requestKey: RequestKey, began: Values): void => {
  const { model, user } = form
  const draft = isDraftWanted(model.id) ? readDraft(model.id, user) : undefined
  if (draft) {
    dropDraft(model.id)
    requestKey.goOn(draft.Key)
  }
  form.put({ mode: 'add', phase: 'ready', values: { ...began, ...draft?.Values }, began, errors: {}, refusal: null })
}

export const beginNew = async (form: Form, where: Where, requestKey: RequestKey): Promise<void> => {
  begin(form, requestKey, form.options.start?.(form.user, where.search, form.session) ?? {})
  await form.options.opened?.(form, false)
}
export const beginCopy = async (form: Form, requestKey: RequestKey, record: Values): Promise<void> => {
  const copied = copyOf(form.model, record)
  begin(form, requestKey, form.options.copy?.(copied, form.user, form.session) ?? copied)
  await form.options.opened?.(form, true)
}
