// Who was given a report, and who was informed that it is amended or withdrawn.
import { useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { validate, type Errors } from '../../../core/validate.ts'
import { ApiError, messageOf, put } from '../../../web/api/api.ts'
import { useGet } from '../../../web/api/cache.ts'
import { Control } from '../../../web/field/control.tsx'
import { saySaved } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { Labelled } from '../../../web/part/labelled.tsx'
import { Modal } from '../../../web/part/modal.tsx'
import { tellingFields, withdrawalFields } from '../told/told.model.ts'
import type { Given } from './given.rules.ts'

export const WhoHadIt = ({ saleId }: { saleId: number }) => {
  const { data = [], error } = useGet<readonly Given[]>('/api/given/testreports', { SaleId: saleId })
  return (
    <section className="card grid-card report-tests" aria-label="Who had it">
      <header>
        <h2>Who had it</h2>
        <span className="tally">{data.length}</span>
      </header>
      {error && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      <table aria-label="Who had it">
        <tbody>
          {data.map((one) => (
            <tr key={`${one.What} ${one.To}`}>
              <td>{one.To}</td>
              <td className="secondary">{one.What}</td>
              <td className="secondary">{formatDateTime(one.At)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Asked = Readonly<Record<string, unknown>>
type AskingProps = {
  title: string
  text: string
  fields: typeof withdrawalFields | typeof tellingFields
  path: string
  label: string
  body: Asked
  danger?: boolean
  onDone: () => void
  onClose: () => void
}
/** A dialog of a few fields that asks before an act on a report. */
const Asking = ({ title, text, fields, path, label, body, danger = false, onDone, onClose }: AskingProps) => {
  const [asked, setAsked] = useState<Asked>({})
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    const missing = validate(fields, asked)
    setErrors(missing)
    setRefusal(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      saySaved(await put<{ message: string }>(path, { ...body, ...asked }))
      onDone()
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {})
      setRefusal(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      title={title}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button label="Cancel" onClick={onClose} />
          <Button
            label={label}
            look={danger ? 'danger' : 'primary'}
            hotkey="alt+s"
            busy={busy}
            onClick={() => void go()}
          />
        </>
      }
    >
      <p>{text}</p>
      <div className="fields correct-patient">
        {Object.entries(fields).map(([name, field]) => (
          <Labelled key={name} label={field.label} required={field.required !== undefined} error={errors[name]?.[0]}>
            {(given) => (
              <Control
                {...given}
                field={field}
                value={asked[name] ?? null}
                around={() => ({})}
                onChange={(value) => setAsked((now) => ({ ...now, [name]: value }))}
              />
            )}
          </Labelled>
        ))}
      </div>
      {refusal && (
        <p className="band bad" role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}

const withdrawalText =
  'All released results of this sale are taken back, once another signatory (where the lab has one) approves. ' +
  'Each version, the portal and the verification page then say WITHDRAWN with the day.'
type Props = { saleId: number; onDone: () => void; onClose: () => void }
export const WithdrawReportDialog = ({ saleId, ...props }: Props) => (
  <Asking
    title="Withdraw Report"
    text={withdrawalText}
    fields={withdrawalFields}
    path="/api/withdrawreport/testresults"
    label="Withdraw"
    danger
    body={{ SaleId: saleId }}
    {...props}
  />
)
export const ToldDialog = ({ saleId, ...props }: Props) => (
  <Asking
    title="Told"
    text="Who was informed that the report is amended or withdrawn: it is printed on this and every later version."
    fields={tellingFields}
    path="/api/told/testreports"
    label="Save"
    body={{ formId: saleId }}
    {...props}
  />
)
