// The record that files are kept with, as its screen knows it.
import type { KeptFiles } from '../../core/files/kept-files.ts'

export type Owner = { readonly moduleId: string; readonly formId: string | number; readonly files: KeptFiles }

/** Where its files are. */
export const pathOf = ({ moduleId, formId }: Owner): string => `/api/${moduleId}/${formId}/files`
