// The name that people use for a record: its own name or number, and its id only where it has neither.
import type { Form } from '../record/form.ts'
import { useFormState } from '../record/use-form.ts'

/** Fields that name their record; the first one that it has counts. */
const namedBy = ['Name', 'FullName', 'RoleName', 'ListName', 'Label', 'InvoiceNo'] as const

/** Its saved name, not the one being typed; undefined where it has none. */
export const useOwnName = (form: Form): string | undefined => {
  const field = namedBy.find((name) => form.fields[name]?.kind === 'text')
  return useFormState(form, ({ began }) => {
    const name = field && began[field]
    return typeof name === 'string' && name !== '' ? name : undefined
  })
}
