// From which day changed reference ranges hold, and who agrees to them: results of patients are judged by them.
import { formatDate } from '../../../core/dates.ts'
import { no, yes, type Decision } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import type { Errors } from '../../../core/validate.ts'
import type { ElementDraft } from '../elements.model.ts'

/** What a result is calculated, rounded and judged by beside its ranges; it changes at once. */
const besideRanges = [
  'AbnormalValues',
  'CriticalValues',
  'ResultTypeId',
  'Formula',
  'DecimalPlaces',
  'DeltaCheck',
] as const
const ofUnit = ['UnitOfMeasure', 'Ucum'] as const
type Judged = Partial<Pick<ElementDraft, (typeof besideRanges)[number] | (typeof ofUnit)[number]>>

const limitsOf = ({ DeltaCheck }: Judged): unknown => {
  const { type, limit, windowDays } = isDeltaCheck(DeltaCheck) ? DeltaCheck : nothing
  return [type, limit, windowDays]
}
const nothing = { type: undefined, limit: undefined, windowDays: undefined }
const isDeltaCheck = (value: unknown): value is { type?: unknown; limit?: unknown; windowDays?: unknown } =>
  typeof value === 'object' && value !== null

/** As it is compared: without blanks around it, and whatever the order of its parts. */
const saidBy = (element: Judged, name: keyof Judged): string =>
  name === 'DeltaCheck' ? JSON.stringify(limitsOf(element)) : String(element[name] ?? '').trim()
const differs = (before: Judged, after: Judged, names: readonly (keyof Judged)[]): boolean =>
  names.some((name) => saidBy(before, name) !== saidBy(after, name))

/** A unit that is filled in or taken out says nothing about the values. */
const hasOtherUnit = (before: Judged, after: Judged): boolean =>
  ofUnit.some((name) => saidBy(before, name) !== '' && saidBy(after, name) !== '' && differs(before, after, [name]))

/** Whether values of the element are calculated, rounded, compared, read or called about otherwise. */
export const judgesOtherwise = (before: Judged, after: Judged): boolean =>
  differs(before, after, besideRanges) || hasOtherUnit(before, after)

/** What holds results back beside their ranges: a review of each, and how long its tubes are stable. */
export type Guarded = Pick<ElementDraft, 'ReviewRequired' | 'ElementSpecimens'>
type Drawn = Pick<NonNullable<Guarded['ElementSpecimens']>[number], 'SpecimenId' | 'StableHours'>
/** How long tubes of a specimen are stable; of one that is not listed without limit. */
const hoursOf = (rows: readonly Drawn[], { SpecimenId }: Drawn): number => {
  const hours = rows.filter((one) => one.SpecimenId === SpecimenId).map((one) => one.StableHours ?? Infinity)
  return hours.length === 0 ? Infinity : Math.max(...hours)
}
/**
 * Whether fewer results would be held back. Tubes that are drawn lose the limit of a specimen that is taken out; of a
 * new one there are none.
 */
export const isLoosened = (before: Guarded, after: Guarded): boolean => {
  const stored = before.ElementSpecimens ?? []
  const sent = (after.ElementSpecimens ?? []).map((row) => ({
    ...stored.find((one) => one.ElementSpecimenId === row.ElementSpecimenId),
    ...row,
  }))
  const isLonger = stored.some((row) => hoursOf(sent, row) > hoursOf(stored, row))
  return isLonger || (before.ReviewRequired === true && after.ReviewRequired !== true)
}

export type Days = {
  /** From which day the changed ranges shall hold; empty: from the moment they are agreed to. */
  readonly from: string | null
  readonly today: string
  /** The day from which ranges that were changed before hold. */
  readonly comingFrom: string | null
}
/** The day of changed ranges: none that has passed, none before those that are to come, not later than the unit. */
export const fromErrors = (before: Judged | null, after: Judged, { from, today, comingFrom }: Days): Errors => {
  const wrong = (text: string): Errors => ({ RangesFrom: [text] })
  if (from !== null && from < today) return wrong('This day has passed: choose today or a later day')
  if (comingFrom !== null && (from ?? today) < comingFrom)
    return wrong(`Ranges hold from ${formatDate(comingFrom)} already: choose that day or a later one`)
  if (before === null || from === null || from === today) return {}
  if (differs(before, after, ofUnit)) return wrong('The unit changes at once: choose today, so that its ranges do')
  if (judgesOtherwise(before, after))
    return wrong(
      'Formula, decimal places, delta check, abnormal and critical values change at once: choose today, or save them ' +
        'on their own',
    )
  return {}
}

/** An element of which no result was ever released is set up by one; then a pathologist agrees. */
export const mayChangeRanges = (isInUse: boolean, from: string | null): Decision =>
  isInUse
    ? no(
        'Results of this element are released: a pathologist agrees to other ranges, unit, formula, decimal places, ' +
          `delta check, abnormal or critical values, from ${from === null ? 'that moment' : formatDate(from)} on`,
        { code: 'ranges-agreed', needs: { kind: 'interval', by: [role.Pathologist] } },
      )
    : yes

/** What is held back less is agreed to as what judges is; one person tightens it. */
export const mayLoosen = (isInUse: boolean): Decision =>
  isInUse
    ? no(
        'Results of this element are released: a pathologist agrees that they are not always reviewed, or that its ' +
          'tubes are stable for longer or without limit',
        { code: 'ranges-agreed', needs: { kind: 'loosened', by: [role.Pathologist] } },
      )
    : yes
