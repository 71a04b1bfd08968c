// Accessioning the sale on screen: a refusal that a manager may go beyond asks for the reason, and the sale shows what
// it waits for.
import { Link } from '@tanstack/react-router'
import { isPrivileged } from '../../../core/user.ts'
import { ApiError } from '../../../web/api/api.ts'
import { forgetModule } from '../../../web/api/cache.ts'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { useValue, type SaleRecord } from '../sale.screen.ts'
import { sales } from '../sales.model.ts'

const labels = { reason: 'Reason', OverrideRemarks: 'Override remarks' } as const
type Asked = keyof typeof labels

const askedBy = (error: unknown): Asked | undefined =>
  error instanceof ApiError
    ? (['reason', 'OverrideRemarks'] as const).find((name) => error.errors[name] !== undefined)
    : undefined

/** Sends it again with each reason that is asked for, once. `drawn`: whether its tubes are, where the user says so. */
export const sendAccession = async (record: SaleRecord, drawn: { DrawnHere?: boolean } = {}): Promise<void> => {
  const given: Partial<Record<Asked, string>> = {}
  for (;;) {
    const error = await record.tryAct('/api/accession/sales', { formId: record.key, ...drawn, ...given })
    if (!(error instanceof Error)) return
    const asked = askedBy(error)
    const mayAnswer = asked !== undefined && given[asked] === undefined && isPrivileged(record.form.user)
    const answer = mayAnswer ? await askText({ label: labels[asked], text: error.message }) : undefined
    if (asked === undefined || answer === undefined) {
      if (!mayAnswer) sayError(error)
      // what it waits for is on the sale by now
      if (asked === undefined) return
      await forgetModule(sales.id)
      return record.load()
    }
    given[asked] = answer
  }
}

/** What the accession waits for until it goes through, and what waits for a second person. */
export const Waits = () => {
  const [because, status] = [useValue('WaitsBecause'), useValue('StatusId')]
  const asked = useValue('AskedFor') ?? []
  return (
    <>
      {because && status !== saleStatus.Cancelled && (
        <p className="band" role="status">
          The accession waits. {because}
        </p>
      )}
      {asked.map(({ RequestId, What, AskedBy, Deciders }) => (
        <p className="band" role="status" key={RequestId}>
          {What} waits for {Deciders}, asked by {AskedBy}.{' '}
          <Link {...recordLink('requests', { RequestId })}>Request {RequestId}</Link>
        </p>
      ))}
    </>
  )
}
