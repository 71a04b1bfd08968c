// A letterhead for tests, of a fictional laboratory.
import type { Letterhead } from '../../core/letterhead.ts'

export const LAB: Letterhead = {
  Name: 'Nivara Central Laboratory, Pune',
  LegalName: 'Medical laboratory of Nivara Diagnostics Pvt Ltd (DEMO)',
  Address: 'Shivajinagar, Pune, Maharashtra',
  Phone: '0000000002',
  Email: 'ncl@example.com',
  TaxId: null,
  LogoImage: null,
}
