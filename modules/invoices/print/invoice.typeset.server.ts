// Turns an invoice or a statement into what its template reads, on the thread that prints.
import { imageTaker, type Typeset } from '../../../server/print/pictures.ts'
import type { InvoiceData, StatementData } from './invoice.model.ts'

export const typeset = (data: InvoiceData | StatementData): Typeset => {
  const { take, images } = imageTaker()
  const { Letterhead: lh } = data
  const json = {
    ...data,
    Letterhead: {
      ...lh,
      LocalName: lh.LocalName ?? null,
      FootLine: lh.FootLine ?? null,
      LogoImage: take(lh.LogoImage),
    },
  }
  return { Json: json, Images: images }
}
