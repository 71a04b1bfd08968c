// What a person writes beside a value and the report prints, declared once: it is on the sheet, kept with each version
// of the value, amended with it, in the history and on paper.
import { multiline, namesOf } from '../../../core/model.ts'

export const printedFields = {
  Comments: multiline('Comments', { maxLength: 4000 }),
}
export type Printed = { readonly [Name in keyof typeof printedFields]: string | null }
/** Some of them; one that is absent stays as it is. */
export type SomePrinted = { readonly [Name in keyof Printed]?: string | null | undefined }

export const printedNames = namesOf(printedFields)

/** Those that are given, without all else of the row. */
export const printedOf = (row: SomePrinted): Partial<Printed> =>
  Object.fromEntries(printedNames.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

export const nothingPrinted: Partial<Printed> = Object.fromEntries(printedNames.map((name) => [name, null]))

/** Whether what is given differs from what is there; absent and empty texts are the same. */
export const printsOtherwise = (given: SomePrinted, there: SomePrinted): boolean =>
  printedNames.some((name) => given[name] !== undefined && (given[name] ?? '') !== (there[name] ?? ''))

/** Printed as it is; the others after their name. */
const bare: string = 'Comments'
/** As a report says it. */
export const printedText = (row: SomePrinted): string[] =>
  printedNames.flatMap((name) =>
    row[name] ? [name === bare ? row[name] : `${printedFields[name].label}: ${row[name]}`] : [],
  )
