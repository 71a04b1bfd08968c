// The bill, labels and worksheet as documents of their own, for the print window of the browser: no script, no outside file.
import { readFileSync } from 'node:fs'
import { barsSvg, code128, BarcodeError } from './barcode.ts'
import type { BillData } from './bill.data.ts'
import { escapeHtml, html, trusted, type Html, type HtmlValue } from './escape.ts'
import { labelNames, type LabelData } from './label.data.ts'
import type { Letterhead } from './letterhead.data.ts'
import { LABEL_MODULES } from './typeset.ts'
import type { WorksheetData } from './worksheet.data.ts'

let face: string | null = null
/** Inter travels inside the document, so that it looks the same on each machine. */
const fontFace = (): string =>
  (face ??= `@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(new URL('./fonts/Inter-latin-variable.woff2', import.meta.url)).toString('base64')}) format("woff2")}`)

const BASE = `*{box-sizing:border-box}
body{margin:0;font-family:Inter,"Noto Sans Devanagari","Noto Sans",system-ui,sans-serif;color:#000;background:#fff;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1,h2,p,dl,dd,dt{margin:0}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-weight:600}
tr{break-inside:avoid}
thead{display:table-header-group}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.id{font-feature-settings:"zero"}
.soft{color:#2d2d2d}
.black{background:#000;color:#fff;font-weight:700}
.code svg{display:block}`

/** A whole document; its title becomes the name of the file when it is saved. */
const page = (title: string, style: string, body: Html): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${fontFace()}\n${BASE}\n${style}</style></head><body>${body.text}</body></html>\n`

const barcode = (text: string, height: number, moduleWidth = 0.33): Html => {
  const bars = code128(text)
  return trusted(barsSvg(bars, { width: Math.round(bars.Modules * moduleWidth * 1000) / 1000, height }))
}

const logo = (letterhead: Letterhead): HtmlValue =>
  letterhead.LogoImage !== null &&
  /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/.test(letterhead.LogoImage) &&
  html`<img class="logo" alt="" src="${letterhead.LogoImage}" />`

const fact = (label: string, value: string | null, kind = ''): HtmlValue =>
  value !== null &&
  html`<dt class="soft">${label}</dt>
    <dd class="${kind}">${value}</dd>`

const BILL_STYLE = `@page{size:A5;margin:9mm 10mm 9mm 11mm}
body{font-size:8.8pt;line-height:1.28;max-width:127mm}
@media screen{body{margin:8mm auto}}
header{display:flex;gap:3mm;border-bottom:1.4pt solid #0a3f63;padding-bottom:1.9mm;margin-bottom:2.6mm}
header .party{flex:1;font-size:7.7pt}
header h1{font-size:12pt;color:#0a3f63;line-height:1.2}
header .title{text-align:right;font-size:7.7pt}
header .title h2{font-size:11.6pt;line-height:1.2}
.logo{width:10mm;height:10mm;object-fit:contain}
.state{padding:2mm;font-size:11pt;margin-bottom:2.6mm}
.who{display:flex;justify-content:space-between;gap:4mm;margin-bottom:2.6mm}
.who h2{font-size:11.6pt}
.who small{font-size:9.2pt;font-weight:600}
dl{display:grid;grid-template-columns:20mm 1fr;row-gap:.6mm}
dt{font-size:7.4pt}
.who .code{text-align:right;white-space:nowrap;flex-shrink:0}
.code svg{margin-left:auto}
.code .id{letter-spacing:.08em;font-size:7.9pt}
.no{font-size:9.3pt;font-weight:700}
.lines{border-top:.9pt solid;border-bottom:.9pt solid}
.lines th{font-size:7.6pt;border-bottom:.6pt solid}
.lines td,.lines th{padding:.8mm 1mm;vertical-align:top}
.lines tbody tr+tr td{border-top:.5pt solid #828282}
.lines small{font-size:7.1pt}
.sum{display:flex;gap:8mm;margin:2.6mm 0 4mm;break-inside:avoid}
.sum>div{flex:1}
.sum table td{padding:.4mm 1mm}
.net td{border-top:.6pt solid;border-bottom:.6pt solid;font-size:10.4pt;font-weight:700}
.words{font-size:9.2pt;font-weight:600;margin-bottom:2mm}
h3{font-size:9.6pt;margin:0 0 1mm}
.balance{display:flex;align-items:baseline;gap:2.4mm;border:1.3pt solid;padding:1.2mm 2.4mm;margin-top:2.2mm;font-size:10.4pt;font-weight:700;break-inside:avoid}
.balance small{font-size:8pt;font-weight:400;flex:1}
.balance b{font-size:12pt}
footer{display:flex;gap:6mm;align-items:end;margin-top:7mm;font-size:8.2pt;break-inside:avoid}
footer>div{flex:1}
.sign{border-top:.6pt solid;padding-top:1mm}`

/** The bill of supply, A5, as one HTML document. @throws BarcodeError when its number cannot be a barcode. */
export const billHtml = (d: BillData): string => {
  const lh = d.Letterhead
  const body = html`<header>
      ${logo(lh)}
      <div class="party">
        <h1>${lh.Name}</h1>
        ${[lh.LegalName, lh.Address].map((line) => line !== null && html`<div>${line}</div>`)}
        <div>${lh.Phone !== null && `Telephone ${lh.Phone} `}${lh.TaxId !== null && html` GSTIN <b class="id">${lh.TaxId}</b>`}</div>
      </div>
      <div class="title">
        <h2>${d.Title}</h2>
        ${d.Copy}
      </div>
    </header>
    ${d.State !== null && html`<div class="state black">${d.State}</div>`}
    <section class="who">
      <div>
        <h2>${d.Patient.Name} <small>${d.Patient.AgeSex}</small></h2>
        <dl>
          ${fact('Patient ID', d.Patient.PatientId, 'id')}${fact('Billed to', d.Buyer)}${fact('Referred by', d.Doctor)}${fact('Requisition', d.LRN, 'id')}${fact('Tested at', d.TestedAt)}
        </dl>
      </div>
      <div class="code">
        ${barcode(d.Barcode, 9)}
        <div class="id">${d.Barcode}</div>
        <div><span class="soft">Bill no.</span> <span class="no id">${d.BillNo}</span></div>
        <div><span class="soft">Date</span> <span class="no">${d.BillDate}</span></div>
      </div>
    </section>
    <table class="lines">
      <thead>
        <tr>
          <th class="num">#</th>
          <th>Test or service</th>
          <th>SAC</th>
          <th class="num">Price ${d.Currency}</th>
          <th class="num">Discount ${d.Currency}</th>
          <th class="num">Amount ${d.Currency}</th>
        </tr>
      </thead>
      <tbody>
        ${d.Lines.map(
          (line, i) =>
            html`<tr>
              <td class="num">${i + 1}</td>
              <td><b>${line.Name}</b>${line.Detail !== null && html`<br /><small class="soft">${line.Detail}</small>`}</td>
              <td>${line.Sac}</td>
              <td class="num">${line.Price}</td>
              <td class="num">${line.Discount ?? '–'}</td>
              <td class="num"><b>${line.Amount}</b></td>
            </tr>`,
        )}
      </tbody>
    </table>
    <section class="sum">
      <div>
        <div class="soft">Amount in words</div>
        <p class="words">${d.AmountInWords}</p>
        <p>${d.TaxNote}</p>
      </div>
      <div>
        <table>
          ${d.Totals.map(
            (total) =>
              html`<tr>
                <td>${total.Label}</td>
                <td class="num">${total.Amount}</td>
              </tr>`,
          )}
          <tr class="net">
            <td>Net ${d.Currency}</td>
            <td class="num">${d.Net}</td>
          </tr>
        </table>
      </div>
    </section>
    ${
      d.Receipts.length > 0 &&
      html`<h3>Receipts</h3>
        <table class="lines">
          <thead>
            <tr>
              <th>Received</th>
              <th>Mode</th>
              <th>Reference</th>
              <th>By</th>
              <th class="num">Amount ${d.Currency}</th>
            </tr>
          </thead>
          <tbody>
            ${d.Receipts.map(
              (receipt) =>
                html`<tr>
                  <td>${receipt.Received}</td>
                  <td>${receipt.Mode}</td>
                  <td>${receipt.Reference ?? '–'}</td>
                  <td>${receipt.By}</td>
                  <td class="num">${receipt.Amount}</td>
                </tr>`,
            )}
            <tr>
              <td colspan="4" class="num">Received in all</td>
              <td class="num"><b>${d.ReceivedTotal}</b></td>
            </tr>
          </tbody>
        </table>`
    }
    <div class="balance">Balance due <small>${d.BalanceNote}</small><b class="num">${d.Currency} ${d.Balance}</b></div>
    <footer>
      <div>
        ${d.ReportExpected !== null && html`<b>Report expected ${d.ReportExpected}.</b> `}${d.Advice}${d.LocalAdvice !== null && html`<br />${d.LocalAdvice}`}
      </div>
      <div class="sign">For ${d.SignedFor}${d.SignedBy !== null && html`<br />${d.SignedBy}`}</div>
    </footer>`
  return page(`${d.Title} ${d.BillNo}`, BILL_STYLE, body)
}

// Bars by whole dots of a 203 dpi printer: 0.25 mm is two of them.
const LABEL_STYLE = `@page{size:50mm 25mm;margin:0}
.label{position:relative;width:50mm;height:25mm;overflow:hidden;break-after:page;line-height:1}
.label>*{position:absolute;white-space:nowrap}
@media screen{.label{margin:4mm;outline:1px dashed #888}}
.name{left:2.125mm;top:1.4mm;font-size:9.7pt;font-weight:600;width:36mm;overflow:hidden}
.dept{right:2mm;top:1.25mm;padding:.75mm;font-size:7.4pt;line-height:2mm;height:3.5mm}
.age{left:2.125mm;top:5.4mm;font-size:7.4pt;font-weight:700}
.time{right:2.125mm;top:5.4mm;font-size:7.4pt;font-weight:500}
.code{top:8.75mm}
.no{left:0;right:0;top:18.2mm;text-align:center;font-size:7.7pt;font-weight:600;letter-spacing:.11em}
.tube{left:2.125mm;top:21.8mm;font-size:7pt;font-weight:700}
.pid{right:2.125mm;top:21.8mm;font-size:7pt;font-weight:500}`

/** The width of a name in capitals of its type: HTML cannot measure before it is shown, the PDF does. */
const roughWidth = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter === ' ' ? 0.4 : /\p{Ll}/u.test(letter) ? 0.8 : 1), 0)
const LABEL_WIDTH = 16

/** Tube labels, 50 x 25 mm, one a page, as one HTML document. @throws BarcodeError for a number too long for the label. */
export const labelHtml = (labels: readonly LabelData[]): string => {
  const one = (l: LabelData): Html => {
    const names = labelNames(l.FamilyName, l.GivenNames)
    const room = LABEL_WIDTH - Math.max(0, l.Department.length - 3) * 0.8
    const name = names.find((n) => roughWidth(n) <= room) ?? names.at(-1) ?? ''
    const size = Math.min(9.7, Math.round((97 * room) / Math.max(1, roughWidth(name))) / 10)
    const { Modules } = code128(l.Barcode)
    if (Modules > LABEL_MODULES) throw new BarcodeError(`"${l.Barcode}" is too long for the barcode of a 50 mm label`)
    const left = Math.floor((400 - Modules * 2) / 2) * 0.125
    return html`<div class="label">
      <div class="name" style="font-size:${size}pt">${name}</div>
      <div class="dept black">${l.Department}</div>
      <div class="age">${l.AgeSex}</div>
      <div class="time">${l.Collected}</div>
      <div class="code" style="left:${left}mm">${barcode(l.Barcode, 9, 0.25)}</div>
      <div class="no id">${l.Barcode}</div>
      <div class="tube">${l.Tube}</div>
      <div class="pid id">${l.PatientId}</div>
    </div>`
  }
  return page('Labels', LABEL_STYLE, html`${labels.map(one)}`)
}

const WORKSHEET_STYLE = `@page{size:A4;margin:12mm 12mm 16mm 14mm}
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
          (t, i) =>
            html`<tr>
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
                  (test) =>
                    html`<b>${test.Name}</b>
                      <div class="elements">
                        ${test.Elements.length > 0 ? test.Elements.map((element) => html`<span>${element}</span><span class="room"></span>`) : html`<span class="room"></span>`}
                      </div>`,
                )}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  return page(`Worksheet ${d.WorksheetNo}`, WORKSHEET_STYLE, body)
}
