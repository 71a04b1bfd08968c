// The draft of the record on screen: stored while it is filled in, offered when it is opened again, deleted once it is
// saved or discarded.
import type { Form } from '../record/form.ts'
import { draftOf, dropDraft, keepDraft, readDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { typedNow } from './showing.ts'
import type { RequestKey } from './request-key.ts'
import type { Where } from './where.ts'

export type Drafts = {
  /** A draft that was stored earlier and can be continued. */
  readonly draft: () => Draft | undefined
  readonly keepDraft: () => void
  readonly dropDraft: () => void
  /** The screen is left: its unsaved changes are dropped. */
  readonly leave: () => void
}

export const createDrafts = (form: Form, where: Where, requestKey: RequestKey): Drafts => {
  const { model, user, options } = form
  let isKept = false
  // a sale has results on several worksheets
  const keys = Object.values(where.keys).filter((key) => key !== undefined)
  const name = () => (form.state().mode === 'add' ? model.id : [model.id, ...keys].join('.'))
  const drop = () => {
    isKept = false
    dropDraft(name())
  }
  const unsaved = () => {
    const { mode, values } = form.state()
    if (mode === 'edit' && options.typing) return options.typing.of(values)
    if (!form.isChanged()) return undefined
    // with the version that was read, so that it cannot overwrite what another person saved since
    return mode === 'edit' ? { ...typedNow(form), RowVersion: values.RowVersion } : values
  }
  return {
    draft: () =>
      form.state().mode === 'add' ? (where.clone ? undefined : readDraft(model.id, user)) : readDraft(name(), user),
    keepDraft: () => {
      if (!form.isEditable()) return
      const values = unsaved()
      if (values) keepDraft(name(), draftOf(user, requestKey.now(), values))
      else if (isKept) drop()
      isKept = values !== undefined
    },
    dropDraft: drop,
    leave: () => {
      if (form.isEditable() && unsaved()) drop()
    },
  }
}
