// Who was given a report, and who was informed that it is amended or withdrawn.
import { formatDateTime } from '../../../core/dates.ts'
import { messageOf, putTo } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { AskFields } from '../../../web/dialog/ask-fields.tsx'
import { saySaved } from '../../../web/message/snackbar-store.ts'
import { tellingFields, withdrawalFields } from '../told/told.model.ts'
import { informed, reportWithdrawn, whoWasGiven } from '../answers/answers.model.ts'

export const WhoHadIt = ({ saleId }: { saleId: number }) => {
  const { data = [], error } = useAnswer(whoWasGiven, { SaleId: saleId })
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

const withdrawalText =
  'All released results of this sale are taken back, once another signatory (where the lab has one) approves. ' +
  'Each version, the portal and the verification page then say WITHDRAWN with the day.'
type Props = { saleId: number; onDone: () => void; onClose: () => void }
/** The newest version as it is shown: an act on a report that has another one since is refused. */
type Seen = Props & { version: number | undefined }
/** Sends the act; `onDone` closes the dialog and reads the report again. Answers the error. */
const sending =
  (act: typeof reportWithdrawn | typeof informed, about: object, onDone: () => void) =>
  async (asked: object): Promise<unknown> => {
    try {
      saySaved(await putTo(act, { ...about, ...asked }))
      return void onDone()
    } catch (error) {
      return error
    }
  }
export const WithdrawReportDialog = ({ saleId, version, onDone, onClose }: Seen) => (
  <AskFields
    title="Withdraw Report"
    text={withdrawalText}
    fields={withdrawalFields}
    label="Withdraw"
    danger
    onDo={sending(reportWithdrawn, { SaleId: saleId, Version: version }, onDone)}
    onClose={onClose}
  />
)
export const ToldDialog = ({ saleId, onDone, onClose }: Props) => (
  <AskFields
    title="Told"
    text="Who was informed that the report is amended or withdrawn: it is printed on this and every later version."
    fields={tellingFields}
    label="Save"
    onDo={sending(informed, { formId: saleId }, onDone)}
    onClose={onClose}
  />
)
