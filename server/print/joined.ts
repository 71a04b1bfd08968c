// Several papers as one file, in their order.
import { PDFDocument } from 'pdf-lib'

export const joinedPdf = async (title: string, papers: readonly Uint8Array[]): Promise<Uint8Array> => {
  const all = await PDFDocument.create()
  all.setTitle(title)
  for (const paper of papers) {
    const one = await PDFDocument.load(paper)
    for (const page of await all.copyPages(one, one.getPageIndices())) all.addPage(page)
  }
  return all.save()
}
