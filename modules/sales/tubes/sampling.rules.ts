// Which tubes a sale needs: one for each specimen, time point and performing lab, and another when the volume does not
// fit.

export type SpecimenChoice = {
  readonly SpecimenId: number
  readonly StdVolume: number | null
  readonly TemperatureId: number | null
  /** How long after collection it can be measured; empty where that was never set. */
  readonly StableHours?: number | null
}
/** An element to be measured, with the lab that does it. */
export type ElementToSample = {
  readonly ElementId: number
  readonly PerformingLabId: number
  /** The parties it is sold through, from the seller to that lab: the route of its tube. */
  readonly route: readonly number[]
  /** Specimens it can be measured in, best first. */
  readonly specimens: readonly SpecimenChoice[]
  /** `F`, `PP2`, `T60` ...; null when any time will do. */
  readonly SampleTimePoint: string | null
  /** Elements its formula uses, in order; empty for what is measured. */
  readonly formulaInputs: readonly number[]
  /** The lab's instrument that measures it; null when by hand, or for a formula. */
  readonly LabInstrumentId: number | null
  /** First test it belongs to. */
  readonly TestId: number
}
export type PlannedSample = {
  /** From 1, in the order of the plan: the NN of the barcode. */
  readonly number: number
  readonly SpecimenId: number
  readonly TemperatureId: number | null
  readonly SampleTimePoint: string | null
  readonly PerformingLabId: number
  readonly route: readonly number[]
  readonly volume: number
  readonly elements: readonly { readonly ElementId: number; readonly LabInstrumentId: number | null }[]
}

type Tube = { -readonly [K in keyof PlannedSample]: PlannedSample[K] } & {
  elements: { ElementId: number; LabInstrumentId: number | null }[]
  draws: Map<string, number>
}

// elements of one instrument (or one manual test) share one draw: the largest volume counts, not the sum
export const drawOf = (element: ElementToSample): string =>
  element.LabInstrumentId === null ? `test ${element.TestId}` : `instrument ${element.LabInstrumentId}`
const key = (SpecimenId: number, element: ElementToSample): string =>
  `${SpecimenId} ${element.SampleTimePoint ?? ''} ${element.PerformingLabId}`

/**
 * The samples of a sale. `containerVolume` is what a tube of a specimen holds, in the unit of StdVolume; one draw that
 * that is larger than that still is one tube. Formula elements use the sample of their first input. An element without
 * specimen needs none.
 */
export function planSamples(
  elements: readonly ElementToSample[],
  containerVolume: number | ((SpecimenId: number) => number),
): readonly PlannedSample[] {
  const holds = typeof containerVolume === 'number' ? () => containerVolume : containerVolume
  const byId = new Map(elements.map((element) => [element.ElementId, element]))
  const tubes: Tube[] = []
  const tubeOf = new Map<number, Tube>()
  const groups = new Map<string, Tube[]>()

  const place = (element: ElementToSample): void => {
    // a specimen that is collected anyway saves a tube
    const choice =
      element.specimens.find(({ SpecimenId }) => groups.has(key(SpecimenId, element))) ?? element.specimens[0]
    if (!choice) return
    const group = groups.get(key(choice.SpecimenId, element)) ?? []
    groups.set(key(choice.SpecimenId, element), group)
    const [draw, volume] = [drawOf(element), choice.StdVolume ?? 0]
    const more = (tube: Tube): number => Math.max(0, volume - (tube.draws.get(draw) ?? 0))
    const fits = (tube: Tube): boolean =>
      more(tube) === 0 || tube.volume + more(tube) <= holds(choice.SpecimenId) + 1e-9
    let tube = group.find((one) => one.draws.has(draw) && fits(one)) ?? group.find(fits)
    if (!tube) {
      tube = {
        number: 0,
        SpecimenId: choice.SpecimenId,
        TemperatureId: choice.TemperatureId,
        SampleTimePoint: element.SampleTimePoint,
        PerformingLabId: element.PerformingLabId,
        route: element.route,
        volume: 0,
        elements: [],
        draws: new Map(),
      }
      group.push(tube)
      tubes.push(tube)
    }
    tube.volume += more(tube)
    tube.draws.set(draw, Math.max(volume, tube.draws.get(draw) ?? 0))
    tube.elements.push({ ElementId: element.ElementId, LabInstrumentId: element.LabInstrumentId })
    tubeOf.set(element.ElementId, tube)
  }

  /** The tube of the first input, through formulas of formulas; undefined when the input is not part of the sale. */
  const rideOf = (element: ElementToSample, seen: ReadonlySet<number>): Tube | undefined => {
    for (const id of element.formulaInputs) {
      const input = byId.get(id)
      const tube = tubeOf.get(id) ?? (input && !seen.has(id) ? rideOf(input, new Set([...seen, id])) : undefined)
      if (tube) return tube
    }
    return undefined
  }

  for (const element of elements) if (element.formulaInputs.length === 0) place(element)
  for (const element of elements) {
    if (element.formulaInputs.length === 0) continue
    const ride = rideOf(element, new Set([element.ElementId]))
    if (ride) ride.elements.push({ ElementId: element.ElementId, LabInstrumentId: null })
    else place({ ...element, LabInstrumentId: null })
  }
  return tubes.map(({ draws: _, ...tube }, index) => ({ ...tube, number: index + 1 }))
}
