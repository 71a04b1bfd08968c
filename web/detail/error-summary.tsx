// The errors that prevent saving the record, above its fields; each line leads to its field.
import { IconAlertCircle } from '@tabler/icons-react'
import type { Fields } from '../../core/model.ts'
import { focusField } from '../record/focus.ts'
import { calledOf } from '../record/form.ts'
import { useForm, useFormState } from '../record/use-form.ts'
import { inOrder, isEmpty, rowsOf } from '../record/values.ts'
import type { Row, Values } from '../record/values.ts'

const nameOfRow = (row: Row | undefined): string => {
  const named = row && Object.values(row).find((one) => typeof one === 'object' && one !== null && 'Name' in one)
  return named ? String(named.Name) : ''
}
/** `Vitamin D (25-OH): Please enter remarks ...`, `Receipts 1: Payment reference is required`. */
const errorText = (fields: Fields, values: Values, path: string, text: string, called?: string): string => {
  const [name = '', index] = path.split('.')
  if (index === undefined) return text
  if (called !== undefined) return `${called}: ${text}`
  if (Number.isNaN(Number(index))) return text
  const row = nameOfRow(rowsOf(values[name])[Number(index)])
  return `${isEmpty(row) ? `${(fields[name]?.label ?? name).replace(/s$/, '')} ${Number(index) + 1}` : row}: ${text}`
}

export const ErrorSummary = () => {
  const form = useForm()
  const errors = useFormState(form, (state) => state.errors)
  const refusal = useFormState(form, (state) => state.refusal)
  if (refusal === null) return null
  const { values } = form.state()
  const lines = inOrder(form.fields, errors)
  if (lines.length === 0 && refusal === '') return null
  const { rows } = form.options
  const notSaved = `The ${calledOf(form)} ${rows ? 'were' : 'was'} not saved`
  return (
    <div className="errors" role="alert">
      <IconAlertCircle size={18} stroke={1.6} />
      <div>
        {lines.length > 0 ? (
          <p>
            <b>
              {notSaved}: {lines.length === 1 ? '1 problem' : `${lines.length} problems`} to fix.
            </b>{' '}
            Your entries are still here.
          </p>
        ) : (
          <p>
            <b>{notSaved}.</b> {refusal}
          </p>
        )}
        {lines.length > 0 && (
          <ul>
            {lines.map(([path, text]) => (
              <li key={path}>
                <button type="button" onClick={() => focusField(path)}>
                  {errorText(form.fields, values, path, text, rows?.nameAt(values, path))}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
