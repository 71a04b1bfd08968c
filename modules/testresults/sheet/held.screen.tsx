// What holds a result: its waiting amendment, another value of the patient, and the tube it was measured in.
import { IconCheck, IconPencilExclamation, IconPhoneCall, IconShieldCheck } from '@tabler/icons-react'
import { formatDate, formatDateTime } from '../../../core/dates.ts'
import { CallForm, callText, waitsForCall } from './call.screen.tsx'
import { FlagChip } from '../drawing/result.screen.tsx'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { askText } from '../../../web/dialog/ask.ts'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { Button } from '../../../web/part/button.tsx'
import { useDoing } from '../../../web/record/use-form.ts'
import { deltaText } from '../judging/delta.rules.ts'
import { printedFields, printedNames } from '../../testreports/printed/printed.model.ts'
import { isOfInstrument, sentenceOf } from '../judging/tube.rules.ts'
import { useDetail } from './record.screen.tsx'
import { useCell } from './typing.screen.tsx'

const keepPath = '/api/keep/testresults'

/** Keeps the value of a doubtful tube or instrument, for who may approve; the reason is printed under it. */
const Keep = ({ row }: { row: ResultRow }) => {
  const record = useDetail()
  const doing = useDoing()
  const keep = async () => {
    const Remarks = await askText({
      title: 'Keep the value',
      label: 'Reason',
      text: `The report says under ${row.Element}: ${sentenceOf(row.TubeFaults)}, and this reason.`,
    })
    if (Remarks === undefined) return
    const asked = {
      WorkItemIds: [row.WorkItemId],
      RowVersions: [row.RowVersion],
      TubeFaults: row.TubeFaults.map(({ Key }) => Key),
      Remarks,
    }
    const error = await record.tryAct(keepPath, asked)
    if (error) sayError(error)
  }
  return <Button label="Keep" icon={IconShieldCheck} busy={doing === keepPath} onClick={() => void keep()} />
}

export const Held = ({ row }: { row: ResultRow }) => {
  const { judged } = useCell(row)
  const { Result } = row.Amendment ?? judged
  return (
    <>
      {row.IsSensitive && row.IsDelta && judged.Result === row.Result && (
        <p className="bad">It differs from another value of the patient by more than its limit.</p>
      )}
      {row.Neighbours.map((other) => ({ other, says: deltaText(row, other, Result) }))
        .filter(({ says }) => says !== null)
        .map(({ other, says }) => (
          <p key={other.AccessionNo} className="bad">
            {other.AccessionNo}, drawn {formatDate(other.Date)}, has {other.Result}: {says}
          </p>
        ))}
      {row.TubeFaults.length > 0 && (
        <p className="bad">
          {sentenceOf(row.TubeFaults)}. Repeat it on{' '}
          {row.TubeFaults.every(isOfInstrument) ? 'another one' : 'a new tube'}, or keep it.{' '}
          {row.Actions.approve !== undefined && <Keep row={row} />}
        </p>
      )}
    </>
  )
}

const wordsOf = (
  row: ResultRow,
  { Result, NotCalculated, IsWithdrawal, IsJudgedAnew, ...rest }: NonNullable<ResultRow['Amendment']>,
): string =>
  [
    IsWithdrawal
      ? `${row.Result ?? 'No result'} is withdrawn without a new value`
      : Result === row.Result && NotCalculated === row.NotCalculated
        ? IsJudgedAnew
          ? `${Result ?? NotCalculated ?? 'no result'} for the right patient or draw; the report says “To follow”`
          : ''
        : `${row.Result ?? 'No result'} becomes ${Result ?? NotCalculated ?? 'no result'}`,
    ...(IsWithdrawal ? [] : printedNames.filter((name) => rest[name] !== row[name])).map(
      (name) => `${printedFields[name].label.toLowerCase()}: “${rest[name] ?? ''}”`,
    ),
  ]
    .filter(Boolean)
    .join(', ')

export const WaitingAmendment = ({ row }: { row: ResultRow }) => {
  const { Amendment } = row
  if (Amendment === null) return null
  const isCritical = isCriticalFlag(Amendment.Flag)
  const call = Amendment.CriticalCall
  const kind = Amendment.IsWithdrawal ? 'Withdrawal' : Amendment.IsJudgedAnew ? 'Judged again,' : 'Amendment'
  const Icon = !isCritical ? IconPencilExclamation : call ? IconCheck : IconPhoneCall
  return (
    <div className="critical-call">
      <Icon size={17} stroke={1.6} />
      <span>
        <b>{kind} to approve</b>: {wordsOf(row, Amendment)} <FlagChip flag={Amendment.Flag} />. Requested by{' '}
        {Amendment.EnteredBy} on {formatDateTime(Amendment.EnteredOn)}: {Amendment.Remarks}.
        {isCritical && (call ? ` ${callText(call)}` : ' Log the call before it can be approved.')}
      </span>
      {waitsForCall(row, undefined) && <CallForm key={Amendment.ResultId} row={row} />}
    </div>
  )
}
