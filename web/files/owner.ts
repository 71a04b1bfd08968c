// The record that files belong to, as its screen knows it.
import type { KeptFiles } from '../../core/files/kept-files.ts'

export type Owner = { readonly moduleId: string; readonly formId: string | number; readonly files: KeptFiles }

/** The address of its files. */
export const pathOf = ({ moduleId, formId }: Omit<Owner, 'files'>): string => `/api/${moduleId}/${formId}/files`
