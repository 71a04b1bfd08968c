// The waiting amendment of a released result: its new value, who requested it and why, and what it still waits for.
import { IconCheck, IconPencilExclamation, IconPhoneCall } from '@tabler/icons-react'
import { formatDateTime } from '../../../core/dates.ts'
import { CallForm, waitsForCall } from './call.screen.tsx'
import { FlagChip } from '../drawing/result.screen.tsx'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

const wordsOf = (
  row: ResultRow,
  { Result, NotCalculated, Comments, IsWithdrawal }: NonNullable<ResultRow['Amendment']>,
): string =>
  [
    IsWithdrawal
      ? `${row.Result ?? 'No result'} is withdrawn without a new value`
      : Result === row.Result && NotCalculated === row.NotCalculated
        ? ''
        : `${row.Result ?? 'No result'} becomes ${Result ?? NotCalculated ?? 'no result'}`,
    IsWithdrawal || Comments === row.Comments ? '' : `the comment becomes “${Comments ?? ''}”`,
  ]
    .filter(Boolean)
    .join(', ')

export const WaitingAmendment = ({ row }: { row: ResultRow }) => {
  const { Amendment } = row
  if (Amendment === null) return null
  const isCritical = isCriticalFlag(Amendment.Flag)
  const call = Amendment.CriticalCall
  const kind = Amendment.IsWithdrawal ? 'Withdrawal' : 'Amendment'
  const Icon = !isCritical ? IconPencilExclamation : call ? IconCheck : IconPhoneCall
  return (
    <div className="critical-call">
      <Icon size={17} stroke={1.6} />
      <span>
        <b>{kind} to approve</b>: {wordsOf(row, Amendment)} <FlagChip flag={Amendment.Flag} />. Requested by{' '}
        {Amendment.EnteredBy} on {formatDateTime(Amendment.EnteredOn)}: {Amendment.Remarks}.
        {isCritical &&
          (call
            ? ` ${call.CalledBy} spoke to ${call.CalledTo} on ${formatDateTime(call.CalledAt)}.`
            : ' Log the call before it can be approved.')}
      </span>
      {waitsForCall(row, undefined) && <CallForm key={Amendment.ResultId} row={row} />}
    </div>
  )
}
