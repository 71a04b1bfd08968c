// The record that files belong to, as its screen knows it.
import type { KeptFiles } from '../../core/files/kept-files.ts'

export type Owner = { readonly moduleId: string; readonly formId: string | number; readonly files: KeptFiles }

type Record = Omit<Owner, 'files'>
/** The question about its files. */
export const filesOf = ({ moduleId, formId }: Record) => ({ path: `${moduleId}/${formId}/files` }) as const
/** The address of its files. */
export const pathOf = (record: Record): string => `/api/${filesOf(record).path}`
