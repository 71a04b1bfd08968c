// Files that are kept with a record: of which kinds and content, how large, how many, and who may remove one.
import { must, type Decision } from '../refusal.ts'
/** What a file may be, by its bytes. */
export const contents = {
  pdf: { name: 'PDF', media: 'application/pdf', endings: ['pdf'] },
  png: { name: 'PNG', media: 'image/png', endings: ['png'] },
  jpeg: { name: 'JPEG', media: 'image/jpeg', endings: ['jpg', 'jpeg'] },
} as const
export type Content = keyof typeof contents

/** What a module says of the files of its records. */
export type KeptFiles = {
  /** What they are: `['referral', 'Referral letter']`. */
  readonly kinds: readonly (readonly [kind: string, label: string])[]
  readonly content: readonly Content[]
  /** Bytes of one at most, and how many a record may have. */
  readonly largest: number
  readonly most: number
  /** Who sees them among those who see the record; all unless said. */
  readonly seen?: (user: { readonly RoleId: number }) => boolean
}

/** A file as it is listed. */
export type KeptFile = {
  readonly KeptFileId: number
  readonly Kind: string
  readonly Name: string
  readonly Size: number
  readonly UserId: number
  readonly FullName: string
  readonly createdAt: string
}

/** `340 KB`, `1.2 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${Math.round(bytes / 100_000) / 10} MB`

/** `A PDF, PNG or JPEG file, please`. */
export const contentWords = ({ content }: Pick<KeptFiles, 'content'>): string => {
  const names = content.map((one) => contents[one].name)
  const last = names.pop() ?? ''
  return `A ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last} file, please`
}

/** Whether a file of so many bytes is taken. */
export const maySend = (files: KeptFiles, size: number): Decision =>
  must(size <= files.largest, `A file can have ${sizeText(files.largest)} at most`, { at: 'File', code: 'too-large' })

/** Whether one more is taken where there are so many. */
export const mayAddFile = (files: KeptFiles, count: number): Decision =>
  must(count < files.most, `There can be ${files.most} files at most`, { at: 'File', code: 'too-many' })

/** What a colleague added is removed by a manager. */
export const mayRemoveFile = (file: Pick<KeptFile, 'UserId'>, userId: number, isManager: boolean): Decision =>
  must(file.UserId === userId || isManager, 'Only who added it or a manager may remove it', { code: 'of-another' })
