// The text of a PDF, for tests of printed pages; needs no program on the machine.
import { extractText, getDocumentProxy } from 'unpdf'

/** Text of each page, in reading order. */
export const pdfPages = async (file: Uint8Array): Promise<string[]> => {
  const document = await getDocumentProxy(new Uint8Array(file))
  return (await extractText(document, { mergePages: false })).text
}
