// Files stored with a record: their kinds and content, how large, how many, and who may remove one.
import { sizeText } from './size.ts'
import { allOf, must, yes, type Decision } from '../refusal.ts'
/** The content types of a file, recognised by its bytes. */
export const contents = {
  pdf: { name: 'PDF', media: 'application/pdf', endings: ['pdf'] },
  png: { name: 'PNG', media: 'image/png', endings: ['png'] },
  jpeg: { name: 'JPEG', media: 'image/jpeg', endings: ['jpg', 'jpeg'] },
} as const
export type Content = keyof typeof contents

/** What a module declares about the files of its records. */
export type KeptFiles = {
  /** Kinds with their labels: `['referral', 'Referral letter']`. */
  readonly kinds: readonly (readonly [kind: string, label: string])[]
  readonly content: readonly Content[]
  /** Kinds that are of some parts of the record, with the word for these: `{ outside: 'Tests' }`. */
  readonly about?: Readonly<Record<string, string>>
  /** Most bytes of one file, and how many a record may have. */
  readonly largest: number
  readonly most: number
  /** Which readers of the record see them; absent: all. */
  readonly seen?: (user: { readonly RoleId: number }) => boolean
  /** Who adds and removes them, where nobody changes the record itself; absent: who has the permit `update`. */
  readonly keptBy?: (user: { readonly RoleId: number }) => Decision
}

/** A part of a record that a file may be of, by its key. */
type Part = { readonly Key: number }

/** `Choose a PDF, PNG or JPEG file`. */
export const contentWords = ({ content }: Pick<KeptFiles, 'content'>): string => {
  const names = content.map((one) => contents[one].name)
  const last = names.pop() ?? ''
  return `Choose a ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last} file`
}

/** Whether a file of this size is accepted. */
export const maySend = (files: KeptFiles, size: number): Decision =>
  must(size <= files.largest, `A file can have ${sizeText(files.largest)} at most`, { at: 'File', code: 'too-large' })

/** Whether one more is accepted when the record has `count` files. */
export const mayAddFile = (files: KeptFiles, count: number): Decision =>
  must(count < files.most, `There can be ${files.most} files at most`, { at: 'File', code: 'too-many' })

/** Only a manager removes a colleague's file. */
export const mayRemoveFile = (file: { readonly UserId: number }, userId: number, isManager: boolean): Decision =>
  must(file.UserId === userId || isManager, 'Only a manager or the user who added this file can remove it', {
    code: 'of-another',
  })

/**
 * The parts that a new file is of: those that are named, or the only one. Null where the kind is of the whole record.
 * `there`: what it may be of.
 */
export const partsOf = (named: readonly number[], there: readonly Part[] | undefined): readonly number[] | null => {
  if (there === undefined) return null
  return [...new Set(named.length === 0 && there.length === 1 ? there.map(({ Key }) => Key) : named)]
}
/** Whether a file of a kind may be added that is of these parts. */
export const mayBeOf = (
  { about, kinds }: Pick<KeptFiles, 'about' | 'kinds'>,
  kind: string,
  parts: readonly number[] | null,
  there: readonly Part[] = [],
): Decision => {
  if (parts === null) return yes
  const [word, label] = [(about?.[kind] ?? '').toLowerCase(), kinds.find(([one]) => one === kind)?.[1] ?? '']
  const known = new Set(there.map(({ Key }) => Key))
  return allOf(
    must(known.size > 0, `There are no ${word} here for "${label}". Choose another kind`, { at: 'Kind' }),
    must(parts.length > 0 && parts.every((key) => known.has(key)), `Say of which ${word} it is`, { at: 'About' }),
  )
}
