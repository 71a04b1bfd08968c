// Tube labels as a document of their own, for the print window of the browser.
import { code128, BarcodeError } from '../../../server/print/barcode.ts'
import { html, type Html } from '../../../server/print/escape.ts'
import { labelNames, type LabelData } from './label.rules.ts'
import { page, barcode } from '../../../server/print/page.ts'

/**
 * Modules of a Code 128 that fit a 50 mm label at 2 dots (0.25 mm) a module, with 10 modules of quiet zone each side.
 */
const LABEL_MODULES = 180

// Bars by whole dots of a 203 dpi printer: 0.25 mm is two of them.
const LABEL_STYLE = `@page{size:50mm 25mm;margin:0}
.label{position:relative;width:50mm;height:25mm;overflow:hidden;break-after:page;line-height:1}
.label>*{position:absolute;white-space:nowrap}
@media screen{.label{margin:4mm;outline:1px dashed #888}}
.name{left:2.125mm;top:1.4mm;font-size:9.7pt;font-weight:600;width:36mm;overflow:clip visible;text-overflow:ellipsis}
.dept{right:2mm;top:1.25mm;padding:.75mm;font-size:7.4pt;line-height:2mm;height:3.5mm}
.age{left:2.125mm;top:5.4mm;font-size:7.4pt;font-weight:700}
.time{right:2.125mm;top:5.4mm;font-size:7.4pt;font-weight:500}
.code{top:8.75mm}
.no{left:0;right:0;top:18.2mm;text-align:center;font-size:7.7pt;font-weight:600;letter-spacing:.11em}
.tube{left:2.125mm;top:21.8mm;font-size:7pt;font-weight:700}
.pid{right:2.125mm;top:21.8mm;font-size:7pt;font-weight:500}`

/**
 * The width of a name in capitals of its type: HTML cannot measure before it is shown. Signs of Devanagari are above or
 * below their letters.
 */
const roughWidth = (name: string): number =>
  [...name].reduce(
    (sum, letter) => sum + (/\p{M}/u.test(letter) ? 0 : letter === ' ' ? 0.4 : /\p{Ll}|\p{Lo}/u.test(letter) ? 0.8 : 1),
    0,
  )
const LABEL_WIDTH = 15.7

/**
 * Tube labels, 50 x 25 mm, one a page, as one HTML document. @throws BarcodeError for a number too long for the label.
 */
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
