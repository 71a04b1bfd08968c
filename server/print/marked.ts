// The mark of a copy on a PDF: above the letterhead of each page, the only thing in which two copies differ.
import { PDFDocument, StandardFonts } from 'pdf-lib'

const [size, fromTop] = [8, 22]

/** The same pages with the mark; of the same pages and mark the same bytes. */
export const markedPdf = async (pdf: Uint8Array, mark: string): Promise<Uint8Array> => {
  const paper = await PDFDocument.load(pdf, { updateMetadata: false })
  const font = await paper.embedFont(StandardFonts.HelveticaBold)
  for (const page of paper.getPages()) {
    const { width, height } = page.getSize()
    const x = (width - font.widthOfTextAtSize(mark, size)) / 2
    page.drawText(mark, { x, y: height - fromTop, size, font })
  }
  return paper.save()
}
