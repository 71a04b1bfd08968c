// The label of one tube.
import type { Printer } from '../../server/routes/print.ts'
import { labelHtml } from '../sales/print/label.html.server.ts'
import { labelsOf } from '../sales/print/label.server.ts'

export const printSample: Printer = async ({ db, key }) => ({
  html: labelHtml(await labelsOf(db.read, { sampleId: key })),
})
