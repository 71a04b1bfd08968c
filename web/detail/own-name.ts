// What a record is called by those who work with it: its own name or number; its id only where it has neither.
import type { Form } from '../record/form.ts'
import { useFormState } from '../record/use-form.ts'

/** Fields that name the record they stand in, the first that it has counts. */
const namedBy = ['Name', 'FullName', 'RoleName', 'ListName', 'Label', 'InvoiceNo'] as const

/** Its name as it was read, whatever is being typed; undefined where it has none. */
export const useOwnName = (form: Form): string | undefined => {
  const field = namedBy.find((name) => form.fields[name]?.kind === 'text')
  return useFormState(form, ({ began }) => {
    const name = field && began[field]
    return typeof name === 'string' && name !== '' ? name : undefined
  })
}
