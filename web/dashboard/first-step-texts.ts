// Texts of the first steps of a new network, and where each leads.
import type { FirstStep, FirstStepId, WhatComesNext } from '../../core/entrance/first-steps.ts'

type Texts = {
  readonly title: string
  readonly note: string
  /** The button by which a person marks the step done. */
  readonly done?: string
  readonly links: readonly { readonly label: string; readonly to: string }[]
}
const isOpen = encodeURIComponent(JSON.stringify({ ToBeVerified: 'true', IsActive: 'true' }))
const toVerify = `/summary/elements?filter=${isOpen}`

const texts = (LabId: number | null): Readonly<Record<FirstStepId, Texts>> => ({
  departments: {
    title: 'Departments',
    note: 'Where tests are performed: Haematology, Biochemistry and so on.',
    links: [{ label: 'Departments', to: '/summary/departments' }],
  },
  catalogue: {
    title: 'Catalogue',
    note: 'Specimens, instruments, elements with their reference ranges, tests, and the products that are billed.',
    links: [
      { label: 'Elements', to: '/summary/elements' },
      { label: 'Products', to: '/summary/products' },
    ],
  },
  ranges: {
    title: 'Reference ranges',
    note: 'Ranges of the starter catalogue are typical values. Open each element, check it, and confirm it.',
    links: [{ label: 'To be verified', to: toVerify }],
  },
  prices: {
    title: 'Prices',
    note: 'A price list sets the price of each product. Without one no sale can be billed.',
    links: [{ label: 'Price lists', to: '/summary/pricelists' }],
  },
  people: {
    title: 'People',
    note: 'Add a user for each person who bills, measures or signs, with a role, a laboratory and a first password.',
    links: [{ label: 'Users', to: '/summary/users' }],
  },
  printer: {
    title: 'Papers and printer',
    note: 'Give the laboratory its address and logo for its papers, and print one from the browser on your printer.',
    done: 'Confirm that papers print',
    links: LabId === null ? [] : [{ label: 'Letterhead', to: `/clients?ClientId=${LabId}` }],
  },
  backup: {
    title: 'Backup',
    done: 'Confirm backups',
    note: 'Settings show the last backup. Let backups go to another disk or machine, and try once to restore one.',
    links: [
      { label: 'Last backup', to: '/settings?SettingsId=1' },
      { label: 'How', to: '/guide/administrator#backup' },
    ],
  },
})

const counted: Partial<Record<FirstStepId, readonly [one: string, many: string]>> = {
  departments: ['department', 'departments'],
  catalogue: ['product', 'products'],
  ranges: ['element to verify', 'elements to verify'],
  prices: ['price list', 'price lists'],
  people: ['user', 'users'],
}
const countOf = ({ Id, Count }: FirstStep): string | undefined => {
  const words = counted[Id]
  return Count === null || words === undefined ? undefined : `${Count} ${Count === 1 ? words[0] : words[1]}`
}

/** Title, note, count in words and links of a step. */
export const stepTexts = (
  step: FirstStep,
  { LabId }: WhatComesNext,
): Texts & { readonly count: string | undefined } => ({
  ...texts(LabId)[step.Id],
  count: countOf(step),
})
