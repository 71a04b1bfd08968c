// Files stored with a record: their kinds and content, how large, how many, and who may remove one.
import { must, type Decision } from '../refusal.ts'
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
  /** Most bytes of one file, and how many a record may have. */
  readonly largest: number
  readonly most: number
  /** Which readers of the record see them; absent: all. */
  readonly seen?: (user: { readonly RoleId: number }) => boolean
}

/** A file in a list. */
export type KeptFile = {
  readonly KeptFileId: number
  readonly Kind: string
  readonly Name: string
  readonly Size: number
  readonly UserId: number
  readonly FullName: string
  readonly createdAt: string
  /** Since when it no longer counts, and why; null while it does. */
  readonly WithdrawnOn: string | null
  readonly WithdrawnFor: string | null
}

/** `340 KB`, `1.2 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${Math.round(bytes / 100_000) / 10} MB`

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
export const mayRemoveFile = (file: Pick<KeptFile, 'UserId'>, userId: number, isManager: boolean): Decision =>
  must(file.UserId === userId || isManager, 'Only a manager or the user who added this file can remove it', {
    code: 'of-another',
  })
