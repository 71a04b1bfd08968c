// The manifest as an HTML document of its own for the browser's print window; it travels in the box.
import { html, type Html } from '../../../server/print/escape.ts'
import { barcode, logo, page } from '../../../server/print/page.ts'
import { boxesOf, isFrozen, type Box } from '../temperature.rules.ts'
import type { ManifestData, ManifestParty, ManifestTube } from './manifest.model.ts'
import { samplesOf } from './manifest.rules.ts'

const MANIFEST_STYLE = `@page{size:A4;margin:12mm 14mm 16mm 16mm;
@bottom-right{content:"Page " counter(page) " of " counter(pages);font:700 7.8pt Inter,sans-serif}}
body{font-size:8.4pt;line-height:1.3;padding-right:.3mm}
@media screen{body{margin:8mm auto;max-width:180mm}}
header{display:flex;justify-content:space-between;align-items:end;border-bottom:1.6pt solid #0a3f63;
padding-bottom:1.5mm}
h1{font-size:15pt;color:#0a3f63}
.by{display:flex;gap:2mm;align-items:center}
.logo{width:10mm;height:10mm;object-fit:contain}
.no{text-align:right}
.no svg{display:block;margin-left:auto}
.no .id{font-weight:700;letter-spacing:.1em}
.parties{display:grid;grid-template-columns:1fr 1fr 1fr;gap:4mm;margin:2mm 0}
.parties b{display:block;font-size:9.6pt}
.soft{font-size:7.4pt}
.facts{display:flex;border:.7pt solid;margin:0 0 3mm}
.facts div{flex:1 1 auto;padding:1mm 2mm}
.facts div+div{border-left:.7pt solid}
.facts b{display:block;font-size:9.8pt;white-space:nowrap}
h2{font-size:11.5pt;display:flex;gap:2.5mm;align-items:baseline;border-bottom:1pt solid;margin-top:4mm;
break-after:avoid}
h2 span{font-size:8.4pt;font-weight:400}
h2 span:last-child{margin-left:auto;font-weight:700}
.log{display:flex;justify-content:space-between;align-items:center;padding:1.2mm 0;break-after:avoid;white-space:nowrap}
.log i{display:inline-block;border:.7pt solid;width:11mm;height:5mm;vertical-align:middle;text-align:center;
font-style:normal;font-weight:600;line-height:5mm}
th{font-size:7.6pt;border-top:.7pt solid;border-bottom:.7pt solid}
td,th{padding:.8mm 1.2mm;vertical-align:middle}
tbody tr>td{border-bottom:.5pt solid #828282}
.group td{font-weight:700;border-bottom:0;break-after:avoid}
.group small{font-weight:400;font-size:7.6pt;padding-left:1.5mm}
.tick{width:15mm;text-align:center}
table{table-layout:fixed}
th:nth-child(1){width:8mm}
th:nth-child(2){width:35mm}
th:nth-child(3){width:40mm}
th:nth-child(5){width:37mm}
tr:not(.group) td:nth-child(5){white-space:nowrap}
.tick i{display:inline-block;border:.7pt solid;width:3.4mm;height:3.4mm}
.stat{padding:.2mm 1mm;font-size:7pt;margin-right:1mm}
.signs{display:grid;grid-template-columns:1fr 1fr 1fr;gap:4mm;margin-top:5mm;break-inside:avoid}
.signs>div{border:.7pt solid;padding:2mm}
.signs hr{margin:9mm 0 .6mm;border:0;border-top:.7pt solid}
.exceptions{margin:4mm 0;border-bottom:.7pt solid;break-inside:avoid}
.un{display:flex;gap:6mm;align-items:center;break-inside:avoid}
.un svg{flex:0 0 16mm}`

const party = (what: string, { Name, Place, Phone }: ManifestParty): Html => html`<div>
    <span class="soft">${what}</span><b>${Name}</b>${[Place, Phone].filter(Boolean).join(' · ')}
  </div>`

const tubeRow = (tube: ManifestTube, number: number): Html => html`<tr>
    <td class="num">${number}</td>
    <td class="id"><b>${tube.Barcode}</b></td>
    <td>${[tube.Patient, tube.AgeSex].filter(Boolean).join(', ')}</td>
    <td>${tube.Stat && html`<span class="stat black">STAT</span>`}${tube.Tests.join(', ')}</td>
    <td>${tube.Collected}</td>
    <td class="tick"><i></i></td>
    <td class="tick"><i></i></td>
  </tr>`

const log = (read: number | undefined): Html => html`<div class="log">
    <span class="soft">Temperature log</span>
    <span>Packed <i></i> °C at <i></i></span>
    <span>Handed over <i>${read}</i> °C at <i></i></span>
    <span>Received <i></i> °C at <i></i></span>
  </div>`

/** A box: its tubes by specimen; the numbers continue from the box before. */
const boxOf = (box: Box<ManifestTube>, at: number, of: number, before: number, read: number | undefined): Html => {
  const specimens = [...Map.groupBy(box.tubes, (tube) => tube.Specimen)]
  let number = before
  const frozen = box.tubes.some(isFrozen)
  const isNamed = box.tubes.some((tube) => tube.Patient !== '')
  return html`<section>
      <h2>
        ${box.label}<span>Box ${at} of ${of}${frozen && ', dry ice'}</span><span>${samplesOf(box.tubes.length)}</span>
      </h2>
      ${log(read)}
      <table>
        <thead>
          <tr>
            <th class="num">#</th>
            <th>Sample</th>
            <th>${isNamed && 'Patient'}</th>
            <th>${isNamed && 'Tests'}</th>
            <th>Collected</th>
            <th class="tick">Packed</th>
            <th class="tick">Received</th>
          </tr>
        </thead>
        <tbody>
          ${specimens.map(
            ([specimen, tubes]) => html`<tr class="group">
                <td colspan="5">${specimen}<small>${tubes[0]?.Container}</small></td>
                <td colspan="2" class="num">${samplesOf(tubes.length)}</td>
              </tr>
              ${tubes.map((tube) => tubeRow(tube, (number += 1)))}`,
          )}
        </tbody>
      </table>
    </section>`
}

const sign = (what: string, name: string, count: Html): Html => html`<div>
    <b>${what}</b><br />${name}
    <hr />
    <span class="soft">Name, signature, date and time</span><br />${count}
  </div>`
const counted = html`Samples counted: ______`
const un3373 = html`<svg viewBox="0 0 64 64" width="60" height="60" role="img" aria-label="UN3373">
    <path d="M32 2 62 32 32 62 2 32Z" fill="none" stroke="#000" stroke-width="2" />
    <text x="32" y="36" text-anchor="middle" font-size="11" font-weight="700">UN3373</text>
  </svg>`

/** The manifest, A4, as one HTML document. */
export const manifestHtml = (d: ManifestData): string => {
  const boxes = boxesOf(d.Tubes)
  let before = 0
  const sections = boxes.map((box, index) => {
    const section = boxOf(box, index + 1, boxes.length, before, d.Temperatures[String(box.TemperatureId)])
    before += box.tubes.length
    return section
  })
  const facts: readonly (readonly [string, string | number])[] = [
    ['Dispatched', d.Dispatched ?? 'Not dispatched'],
    ...(d.Due === null ? [] : [['Due', d.Due] as const]),
    ...(d.Reference === null ? [] : [['Reference', d.Reference] as const]),
    ['Boxes', boxes.length],
    ['Samples', d.Tubes.length],
    ['Patients', new Set(d.Tubes.map((tube) => tube.PatientId)).size],
    ['STAT', d.Tubes.filter((tube) => tube.Stat).length],
  ]
  const body = html`<header>
      <div>
        <h1>Shipment manifest ${d.State !== null && html`<span class="stat black">${d.State}</span>`}</h1>
        <div class="by">
          ${logo(d.Letterhead)}<span
            >${[d.Letterhead.LocalName, d.Letterhead.LegalName].filter(Boolean).join(' · ')}</span
          >
        </div>
      </div>
      <div class="no">${barcode(d.Number, 11)}<span class="id">${d.Number}</span></div>
    </header>
    <div class="parties">${party('From', d.From)}${party('To', d.To)}${party('Courier', d.Courier)}</div>
    <div class="facts">
      ${facts.map(([label, value]) => html`<div><span class="soft">${label}</span><b>${value}</b></div>`)}
    </div>
    ${sections}
    <div class="signs">
      ${sign('Packed by', d.From.Name, counted)}
      ${sign('Carried by', d.Courier.Name, html`Boxes: ______ Seals intact: yes / no`)}
      ${sign('Received by', d.To.Name, counted)}
    </div>
    <p class="exceptions"><b>Received with exceptions</b> (sample, reason):</p>
    <div class="un">
      ${un3373}
      <p>
        <b>Biological substance, Category B.</b> Triple packing, absorbent material, outer box marked as shown (packing
        instruction 650). Open only at the consignee’s reception. Damage or a temperature outside the
        range:${d.To.Phone !== null ? ` telephone ${d.To.Phone} ` : ' tell the consignee '}before unpacking.
      </p>
    </div>
    <p class="soft">${[d.Letterhead.FootLine, `Printed ${d.Printed}`].filter(Boolean).join(' · ')}</p>`
  return page(`Manifest ${d.Number}`, MANIFEST_STYLE, body)
}
