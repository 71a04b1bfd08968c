// The line of steps of a sale: past steps, the present one, and the next.
import { itemOf, type Tone } from '../../../core/items.ts'
import { lineStatuses, sampleStatuses, workItemStatuses } from '../../lists/items.model.ts'
import type { SaleStep } from '../steps.model.ts'

/** The dot of a tube's place: of its own status, or of the work that it is at. */
export const tubeTone = (nowId: number | null | undefined): Tone =>
  (itemOf(sampleStatuses, nowId) ?? itemOf(workItemStatuses, nowId) ?? itemOf(lineStatuses, nowId))?.tone ?? 'moving'

/** `done`: past; `now`: the last reached; `next`: not begun or begun out of turn. */
export type WayStep = {
  readonly Step: string
  readonly state: 'done' | 'now' | 'next'
  readonly At: string | null
  readonly By: string | null
  readonly count: string
}

const ofTubes = new Set(['Collected', 'Dispatched', 'Received'])
const applies = (step: SaleStep, steps: readonly SaleStep[], accessioned: boolean): boolean => {
  if (step.Of > 0) return true
  // tubes and work are known only from the accession on; a tube that never travels is not dispatched
  if (!accessioned) return step.Step !== 'Dispatched'
  if (step.Step === 'Dispatched') return false
  const tubes = steps.some((one) => one.Step === 'Collected' && one.Of > 0)
  return tubes && !ofTubes.has(step.Step)
}
/**
 * The steps that apply. Counts show only where a part is done; the line goes as far as the first incomplete
 * step.
 */
export const wayOf = (steps: readonly SaleStep[], accessioned: boolean): readonly WayStep[] => {
  const shown = steps.filter((step) => applies(step, steps, accessioned))
  const gap = shown.findIndex((step) => step.Of === 0 || step.Done < step.Of)
  const reached = gap < 0 ? shown.length - 1 : (shown[gap]?.Done ?? 0) > 0 ? gap : gap - 1
  return shown.map((step, index) => ({
    Step: step.Step,
    state: index < reached ? 'done' : index === reached ? 'now' : 'next',
    At: step.Done > 0 ? step.At : null,
    By: step.Done > 0 ? (step.By ?? null) : null,
    count: step.Done > 0 && step.Done < step.Of ? `${step.Done} of ${step.Of}` : '',
  }))
}
