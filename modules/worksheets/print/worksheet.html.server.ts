// The worksheet as an HTML document of its own for the browser's print window.
import { html } from '../../../server/print/escape.ts'
import { page, barcode } from '../../../server/print/page.ts'
import type { WorksheetData } from './worksheet.model.ts'

const WORKSHEET_STYLE = `@page{size:A4;margin:12mm 12mm 16mm 14mm;
@bottom-right{content:"Page " counter(page) " of " counter(pages);font:7.4pt Inter,sans-serif}}
body{font-size:8.6pt;line-height:1.35}
@media screen{body{margin:8mm auto;max-width:184mm}}
header{display:flex;justify-content:space-between;border-bottom:1.6pt solid #0a3f63;padding-bottom:1.5mm}
h1{font-size:13pt;color:#0a3f63;display:inline}
header .no{text-align:right}
header .no b{font-size:12pt;display:block}
th{font-size:7.6pt;border-bottom:.9pt solid}
td,th{padding:1.4mm 1.2mm;vertical-align:top}
tbody tr+tr>td{border-top:.5pt solid #828282}
.stat{padding:.3mm 1.2mm;font-size:7.6pt}
.code .id{font-weight:600;letter-spacing:.05em}
.elements{display:grid;grid-template-columns:1fr 22mm 1fr 22mm;gap:.8mm 1.2mm;font-size:7.4pt}
.room{border-bottom:.6pt solid;min-height:4mm}`

/** The worksheet, A4, as one HTML document. @throws BarcodeError when a tube's number cannot be a barcode. */
export const worksheetHtml = (d: WorksheetData): string => {
  const body = html`<header>
      <div>
        <h1>${d.Department}</h1>
        <b>${d.Instrument}</b>
        <div>${d.Letterhead.Name} · Generated ${d.Generated}${d.GeneratedBy !== null && ` by ${d.GeneratedBy}`}</div>
      </div>
      <div class="no"><span class="soft">Worksheet</span><b class="id">${d.WorksheetNo}</b></div>
    </header>
    <table>
      <thead>
        <tr>
          <th class="num">#</th>
          <th>Tube</th>
          <th>Patient</th>
          <th>Tests and results</th>
        </tr>
      </thead>
      <tbody>
        ${d.Items.map(
          (t, i) => html`<tr>
              <td class="num">${i + 1}</td>
              <td class="code">
                ${barcode(t.Barcode, 8)}
                <div class="id">${t.Barcode}</div>
                ${t.Specimen}
              </td>
              <td>
                ${t.Stat && html`<span class="stat black">STAT</span><br />`}<b>${t.Patient}</b><br />${t.AgeSex} ·
                <span class="id">${t.PatientId}</span>${t.Due !== null && html`<br />Due ${t.Due}`}
              </td>
              <td>
                ${t.Tests.map(
                  (test) => html`<b>${test.Name}</b>
                    <div class="elements">
                      ${test.Elements.length > 0
                        ? test.Elements.map((element) => html`<span>${element}</span><span class="room"></span>`)
                        : html`<span class="room"></span>`}
                    </div>`,
                )}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  return page(`Worksheet ${d.WorksheetNo}`, WORKSHEET_STYLE, body)
}
