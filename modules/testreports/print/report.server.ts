// The report as a PDF, A4: its template and the preparation of its data are in this folder.
import { renderPdf, type RenderOptions } from '../../../server/print/render.ts'
import type { ReportData } from './report.model.ts'

const paper = {
  Template: new URL('./report.typ', import.meta.url).href,
  Typeset: new URL('./report.typeset.server.ts', import.meta.url).href,
}

/** The report's PDF. @throws PrintError like `renderPdf`. */
export const renderReport = (data: ReportData, options?: RenderOptions): Promise<Uint8Array> =>
  renderPdf(paper, data, options)
