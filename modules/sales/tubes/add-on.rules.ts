// Whether an existing tube can take elements added to its sale: by its remaining volume, and by its stability.
import { itemOf } from '../../../core/items.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { sampleStatus, sampleStatuses } from '../../lists/items.model.ts'
import { drawOf, type ElementToSample, type PlannedSample } from './sampling.rules.ts'

const { ToBeCollected, Collected, Packed, Dispatched, Delivered } = sampleStatus
/** Statuses in which a tube has, or will have, contents. */
const usable: readonly number[] = [ToBeCollected, Collected, Packed, Dispatched, Delivered]

/** A tube of the sale with its present use: the volume of each draw. */
export type TubeThere = {
  readonly Barcode: string
  readonly StatusId: number
  /** Null until it is collected; ISO. */
  readonly CollectionDate: string | null
  readonly isReplaced: boolean
  readonly draws: ReadonlyMap<string, number>
}

const volumeIn = (element: ElementToSample, SpecimenId: number): number =>
  element.specimens.find((choice) => choice.SpecimenId === SpecimenId)?.StdVolume ?? 0

/** The volume of each draw: all elements of one instrument, or of one manual test, share one. */
export const drawsOf = (elements: readonly ElementToSample[], SpecimenId: number): Map<string, number> => {
  const draws = new Map<string, number>()
  for (const element of elements) {
    // a formula needs no volume
    if (element.formulaInputs.length > 0) continue
    const draw = drawOf(element)
    draws.set(draw, Math.max(draws.get(draw) ?? 0, volumeIn(element, SpecimenId)))
  }
  return draws
}
const sumOf = (draws: ReadonlyMap<string, number>): number => [...draws.values()].reduce((sum, one) => sum + one, 0)
/** Two sets of draws in one tube. */
export const together = (some: ReadonlyMap<string, number>, more: ReadonlyMap<string, number>): Map<string, number> => {
  const draws = new Map(some)
  for (const [draw, volume] of more) draws.set(draw, Math.max(draws.get(draw) ?? 0, volume))
  return draws
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
const hour = 3_600_000

/** The shortest stability of these elements in a specimen, in hours; undefined where none is set. */
const stableFor = (elements: readonly ElementToSample[], SpecimenId: number): number | undefined => {
  const hours = elements.flatMap(
    ({ specimens }) => specimens.find((choice) => choice.SpecimenId === SpecimenId)?.StableHours ?? [],
  )
  return hours.length > 0 ? Math.min(...hours) : undefined
}

/** Whether these elements, planned for a tube of the same kind, may be measured in this one. `holds`: its volume. */
export const mayAddOn = (
  tube: TubeThere,
  elements: readonly ElementToSample[],
  { SpecimenId }: Pick<PlannedSample, 'SpecimenId'>,
  holds: number,
  now: Date,
): Decision => {
  const used = sumOf(tube.draws)
  const needed = sumOf(together(tube.draws, drawsOf(elements, SpecimenId))) - used
  const age = tube.CollectionDate === null ? 0 : (now.getTime() - Date.parse(tube.CollectionDate)) / hour
  const stable = stableFor(elements, SpecimenId)
  const called = tube.Barcode
  return allOf(
    must(!tube.isReplaced, `${called} was recollected`),
    must(
      usable.includes(tube.StatusId),
      `${called} is "${itemOf(sampleStatuses, tube.StatusId)?.label ?? 'not there'}"`,
    ),
    must(
      stable === undefined || age <= stable,
      `${called} was collected ${Math.floor(age)} h ago and is stable for ${stable} h`,
    ),
    must(
      needed === 0 || used + needed <= holds + 1e-9,
      `${called} has ${rounded(Math.max(0, holds - used))} left and ${rounded(needed)} is needed`,
    ),
  )
}
