// The label of one tube.
import { seesPatients } from '../../core/user.ts'
import { notPermitted } from '../../server/refusal.ts'
import type { Printer } from '../../server/routes/print.ts'
import { labelHtml } from '../sales/print/label.html.server.ts'
import { labelsOf } from '../sales/print/label.server.ts'

export const printSample: Printer = async ({ db, user, key }) => {
  if (!seesPatients(user)) throw notPermitted('A courier does not print labels: they name the patient')
  return { html: labelHtml(await labelsOf(db.read, { sampleId: key })) }
}
