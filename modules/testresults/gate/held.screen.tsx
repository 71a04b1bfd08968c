// What holds a result beside its own value: another value of the patient, and the tube it was measured in.
import { IconShieldCheck } from '@tabler/icons-react'
import { formatDate } from '../../../core/dates.ts'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { useDoing } from '../../../web/record/use-form.ts'
import { differing, limitText } from '../judging/delta.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { useDetail } from '../sheet/record.screen.tsx'
import { useCell } from '../sheet/typing.screen.tsx'

const keepPath = '/api/keep/testresults'

/** Keeps the value of a rejected tube, for who may approve; the reason is printed under it. */
const Keep = ({ row }: { row: ResultRow }) => {
  const record = useDetail()
  const doing = useDoing()
  const keep = async () => {
    const Remarks = await askText({
      title: 'Keep the value',
      label: 'Reason',
      text: `The report says under ${row.Element} that its tube was rejected, and this reason.`,
    })
    if (Remarks === undefined) return
    const asked = { WorkItemIds: [row.WorkItemId], RowVersions: [row.RowVersion], Remarks }
    const error = await record.tryAct(keepPath, asked)
    if (error) sayError(error)
  }
  return <Button label="Keep" icon={IconShieldCheck} busy={doing === keepPath} onClick={() => void keep()} />
}

export const Held = ({ row }: { row: ResultRow }) => {
  const { judged } = useCell(row)
  return (
    <>
      {row.DeltaCheck &&
        differing(row, judged.Result).map((other) => (
          <p key={other.AccessionNo} className="bad">
            {other.AccessionNo}, drawn {formatDate(other.Date)}, has {other.Result}:{' '}
            {row.DeltaCheck && limitText(row.DeltaCheck)}
          </p>
        ))}
      {row.TubeRejected && (
        <p className="bad">
          Measured in tube {row.TubeRejected}, which was rejected. Repeat it on a new tube, or keep it.{' '}
          {row.Actions.approve !== undefined && <Keep row={row} />}
        </p>
      )}
    </>
  )
}
