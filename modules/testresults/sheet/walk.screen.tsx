// Next and previous from a sheet of results: along the list it was opened from, else the sales of its worksheet.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { readListState } from '../../../web/edit/list-state.ts'
import { useGet } from '../../../web/api/cache.ts'
import { Button } from '../../../web/part/button.tsx'
import { useMode } from '../../../web/record/use-form.ts'
import type { Worksheet } from '../../worksheets/worksheets.model.ts'
import { stepFrom, type Stop } from '../judging/walk.rules.ts'
import { testresults } from '../testresults.model.ts'

type Sheet = Pick<Worksheet, 'WorkItems'>
export type Walk = { readonly stops: readonly Stop[]; readonly here: Stop; readonly called: 'list' | 'worksheet' }

const isStop = (one: unknown): one is Stop =>
  typeof one === 'object' && one !== null && 'SaleId' in one && typeof one.SaleId === 'number'

export const useWalk = (WorkSheetId: number | undefined, SaleId: number): Walk => {
  const here = { WorkSheetId, SaleId }
  const [listed] = useState(() => (readListState(testresults.statementId).walk ?? []).filter(isStop))
  const isListed = listed.some((one) => one.SaleId === SaleId && one.WorkSheetId === WorkSheetId)
  const sheet = useGet<Sheet>(isListed || WorkSheetId === undefined ? undefined : `/api/worksheets/${WorkSheetId}`).data
  if (isListed) return { stops: listed, here, called: 'list' }
  const sales = [...new Set((sheet?.WorkItems ?? []).flatMap((item) => item.SaleId ?? []))]
  return { stops: sales.map((sale) => ({ WorkSheetId, SaleId: sale })), here, called: 'worksheet' }
}

export const Pager = ({ walk: { stops, here, called }, onGo }: { walk: Walk; onGo: (to: Stop) => void }) => {
  const editing = useMode() === 'edit'
  const at = stops.findIndex((one) => one.SaleId === here.SaleId && one.WorkSheetId === here.WorkSheetId)
  if (at < 0) return null
  const go = (step: 1 | -1) => {
    const to = stepFrom(stops, here, step)
    if (to) onGo(to)
  }
  return (
    <span className="pager">
      <Button
        look="icon"
        icon={IconChevronLeft}
        label="Previous sale"
        hotkey="alt+b"
        reason={at === 0 ? `This is the first sale of the ${called}` : undefined}
        onClick={() => go(-1)}
      />
      <span className="secondary" title={`Of the ${called}`}>
        {at + 1} of {stops.length}
      </span>
      <Button
        look="icon"
        icon={IconChevronRight}
        label="Next sale"
        hotkey={editing ? undefined : 'alt+n'}
        reason={at === stops.length - 1 ? `This is the last sale of the ${called}` : undefined}
        onClick={() => go(1)}
      />
    </span>
  )
}
