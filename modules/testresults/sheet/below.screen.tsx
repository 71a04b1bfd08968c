// What is shown below a row of the sheet: a long result, the message about a text, the call about a critical value, and
// a waiting amendment.
import type { ReactNode } from 'react'
import { isEnterable, isLong } from '../judging/sheet.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { WaitingAmendment } from './held.screen.tsx'
import { CriticalCall, isAboutCall } from './call.screen.tsx'
import { ResultInput, SaidOfCell } from './result.screen.tsx'
import { useCell } from './typing.screen.tsx'

export const BelowRow = ({ row, isAt, columns }: { row: ResultRow; isAt: boolean; columns: number }) => {
  const { editing, judged, said } = useCell(row)
  const enterable = editing && isEnterable(row)
  const below = (content: ReactNode, look = '') => (
    <tr className={`below ${look}`}>
      <td colSpan={columns}>{content}</td>
    </tr>
  )
  return (
    <>
      {isLong(row) &&
        (enterable || judged.Result) &&
        below(enterable ? <ResultInput row={row} autoFocus={isAt} /> : <p className="narrative">{judged.Result}</p>)}
      {said && (
        <tr className="below said">
          <td colSpan={columns - 9} />
          <td colSpan={9}>
            <SaidOfCell row={row} />
          </td>
        </tr>
      )}
      {isAboutCall(row, judged) && below(<CriticalCall row={row} />, 'critical')}
      {row.Amendment && below(<WaitingAmendment row={row} />)}
    </>
  )
}
