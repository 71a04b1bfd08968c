// The bill of supply as a document of its own, for the print window of the browser.
import type { BillData } from './bill.model.ts'
import { html, trusted, type Html } from '../../../server/print/escape.ts'
import { barePage, barcode, logo, fact, placeOfMark } from '../../../server/print/page.ts'

const BILL_STYLE = `@page{size:A5;margin:9mm 10mm 14mm 11mm;
@bottom-right{content:"Page " counter(page) " of " counter(pages);font:7.4pt Inter,sans-serif}}
body{font-size:8.8pt;line-height:1.28;max-width:127mm}
@media screen{body{margin:8mm auto}}
header{display:flex;gap:3mm;border-bottom:1.4pt solid #0a3f63;padding-bottom:1.9mm;margin-bottom:2.6mm}
header .party{flex:1;font-size:7.7pt}
header h1{font-size:12pt;color:#0a3f63;line-height:1.2}
header .title{text-align:right;font-size:7.7pt}
header .title h2{font-size:11.6pt;line-height:1.2}
.mark{font-weight:700}
.logo{width:10mm;height:10mm;object-fit:contain}
.state{padding:2mm;font-size:11pt;margin-bottom:2.6mm}
.who{display:flex;justify-content:space-between;gap:4mm;margin-bottom:2.6mm}
.who h2{font-size:11.6pt}
.who small{font-size:9.2pt;font-weight:600}
dl{display:grid;grid-template-columns:20mm 1fr;row-gap:.6mm}
dt{font-size:7.4pt}
.who .code{text-align:right;white-space:nowrap;flex-shrink:0}
.bars{display:inline-block;text-align:center}
.code .id{letter-spacing:.08em;font-size:7.9pt}
.no{font-size:9.3pt;font-weight:700}
.lines{border-top:.9pt solid;border-bottom:.9pt solid}
.lines th{font-size:7.6pt;border-bottom:.6pt solid}
.lines td,.lines th{padding:.8mm 1mm;vertical-align:top}
.lines tbody tr+tr td{border-top:.5pt solid #828282}
.lines small{display:block;font-size:7.1pt;line-height:1.2}
.sum{display:flex;gap:8mm;margin:2.6mm 0 4mm;break-inside:avoid}
.sum>div{flex:1}
.sum table td{padding:.4mm 1mm}
.net td{border-top:.6pt solid;border-bottom:.6pt solid;font-size:10.4pt;font-weight:700}
.words{font-size:9.2pt;font-weight:600;margin-bottom:2mm}
.words+p{font-size:7.6pt}
h3{font-size:9.6pt;margin:0 0 1mm}
.balance{display:flex;align-items:baseline;gap:2.4mm;border:1.3pt solid;padding:1.2mm 2.4mm;margin-top:2.2mm;
font-size:10.4pt;font-weight:700;break-inside:avoid}
.balance small{font-size:8pt;font-weight:400;flex:1}
.balance b{font-size:12pt}
.pay{display:flex;align-items:center;gap:3mm;margin-top:2.2mm;font-size:8pt;break-inside:avoid}
.pay svg{width:20mm;height:20mm}
footer{display:flex;gap:6mm;align-items:end;margin-top:4mm;font-size:8.2pt;break-inside:avoid}
footer>div{flex:1}
.sign{border-top:.6pt solid;padding-top:1mm}
.foot-line{margin-top:3mm;padding-top:1mm;border-top:.5pt solid #828282;font-size:7.4pt;text-align:center}`

/** The seller's letterhead. */
const letterhead = ({ Letterhead: lh, Title, VersionText }: BillData): Html => html`<header>
    ${logo(lh)}
    <div class="party">
      <h1>${lh.Name}</h1>
      ${[lh.LocalName ?? null, lh.LegalName, lh.Address].map((line) => line !== null && html`<div>${line}</div>`)}
      <div>
        ${lh.Phone !== null && `Telephone ${lh.Phone} `}${lh.TaxId !== null &&
        html` GSTIN <b class="id">${lh.TaxId}</b>`}
      </div>
    </div>
    <div class="title">
      <h2>${Title}</h2>
      <div class="mark">${placeOfMark}</div>
      ${VersionText !== null && html`<div>${VersionText}</div>`}
    </div>
  </header>`

/** Patient, buyer, doctor, and the numbers of the bill. */
const parties = ({ Patient, Buyer, Doctor, LRN, TestedAt, Barcode, BillNo, BillDate }: BillData): Html => html`<section
    class="who"
  >
    <div>
      <h2>${Patient.Name} <small>${Patient.AgeSex}</small></h2>
      <dl>
        ${fact('Patient ID', Patient.PatientId, 'id')}${fact('Billed to', Buyer)}${fact('Referred by', Doctor)}${fact(
          'Requisition',
          LRN,
          'id',
        )}${fact('Tested at', TestedAt)}
      </dl>
    </div>
    <div class="code">
      <div class="bars">
        ${barcode(Barcode, 9)}
        <div class="id">${Barcode}</div>
      </div>
      <div><span class="soft">Bill no.</span> <span class="no id">${BillNo}</span></div>
      <div><span class="soft">Date</span> <span class="no">${BillDate}</span></div>
    </div>
  </section>`

/** What was ordered, a line each. What is promised with the last report of the bill is written once, below. */
const lines = ({ Lines, Currency, ReportExpected }: BillData): Html => html`<table class="lines">
    <thead>
      <tr>
        <th class="num">#</th>
        <th>Test or service</th>
        <th>SAC</th>
        <th class="num">Price ${Currency}</th>
        <th class="num">Discount ${Currency} (%)</th>
        <th class="num">Amount ${Currency}</th>
      </tr>
    </thead>
    <tbody>
      ${Lines.map(
        (line, i) => html`<tr>
            <td class="num">${i + 1}</td>
            <td>
              <b>${line.Name}</b>${line.Detail !== null && html`<br /><small class="soft">${line.Detail}</small>`}
              ${line.Expected !== null &&
              line.Expected !== ReportExpected &&
              html`<small class="soft">Report expected ${line.Expected}</small>`}
            </td>
            <td>${line.Sac}${line.Gst !== null && html`<br /><small class="soft">GST ${line.Gst}</small>`}</td>
            <td class="num">${line.Price}</td>
            <td class="num">${line.Discount ?? '–'}</td>
            <td class="num"><b>${line.Amount}</b></td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** The sums, in words and in figures. */
const sums = ({ AmountInWords, TaxNote, Totals, Net, Currency, Pay }: BillData): Html => html`<section class="sum">
    <div>
      <div class="soft">Amount in words</div>
      <p class="words">${AmountInWords}</p>
      <p>${TaxNote}</p>
      ${Pay !== null &&
      html`<div class="pay">
          ${trusted(Pay.Svg)}<span>Scan to pay by UPI<br /><b>${Pay.UpiId}</b></span>
        </div>`}
    </div>
    <div>
      <table>
        ${Totals.map(
          (total) => html`<tr>
              <td>${total.Label}</td>
              <td class="num">${total.Amount}</td>
            </tr>`,
        )}
        <tr class="net">
          <td>Net ${Currency}</td>
          <td class="num">${Net}</td>
        </tr>
      </table>
    </div>
  </section>`

/** What is exempt and what is taxed, by code and rate. */
const taxes = ({ Taxed, Currency }: BillData): Html => html`<h3>GST in the amounts</h3>
  <table class="lines">
    <thead>
      <tr>
        <th>SAC</th>
        <th>GST</th>
        <th class="num">Value ${Currency}</th>
        <th class="num">CGST ${Currency}</th>
        <th class="num">SGST ${Currency}</th>
        <th class="num">IGST ${Currency}</th>
        <th class="num">With GST ${Currency}</th>
      </tr>
    </thead>
    <tbody>
      ${Taxed.map(
        (part) => html`<tr>
            <td>${part.Sac}</td>
            <td>${part.Rate}</td>
            <td class="num">${part.Value}</td>
            <td class="num">${part.Cgst}</td>
            <td class="num">${part.Sgst}</td>
            <td class="num">${part.Igst}</td>
            <td class="num">${part.Total}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

/** What was received, and how. */
const receipts = ({ Receipts, ReceivedTotal, Currency }: BillData): Html => html`<h3>Receipts</h3>
  <table class="lines">
    <thead>
      <tr>
        <th>Received</th>
        <th>Mode</th>
        <th>Reference</th>
        <th>By</th>
        <th class="num">Amount ${Currency}</th>
      </tr>
    </thead>
    <tbody>
      ${Receipts.map(
        (receipt) => html`<tr>
            <td>${receipt.Received}</td>
            <td>${receipt.Mode}</td>
            <td>${receipt.Reference ?? '–'}</td>
            <td>${receipt.By}</td>
            <td class="num">${receipt.Amount}</td>
          </tr>`,
      )}
      <tr>
        <td colspan="4" class="num">Received in all</td>
        <td class="num"><b>${ReceivedTotal}</b></td>
      </tr>
    </tbody>
  </table>`

/** When the report comes, advice, and who signs. */
const foot = ({
  Letterhead: lh,
  ReportExpected,
  Advice,
  LocalAdvice,
  SignedFor,
  SignedBy,
}: BillData): Html => html`<footer>
    <div>
      ${ReportExpected !== null && html`<b>All reports expected by ${ReportExpected}.</b> `}${Advice}${LocalAdvice !==
        null && html`<br />${LocalAdvice}`}
    </div>
    <div class="sign">For ${SignedFor}${SignedBy !== null && html`<br />${SignedBy}`}</div>
  </footer>
  ${(lh.FootLine ?? null) !== null && html`<p class="foot-line">${lh.FootLine}</p>`}`

/** The bill of supply, A5, as one HTML document without its fonts. @throws BarcodeError on a wrong number */
export const billHtml = (d: BillData): string => {
  const body = html`${letterhead(d)} ${d.State !== null && html`<div class="state black">${d.State}</div>`}
    ${parties(d)} ${lines(d)} ${sums(d)} ${d.Taxed.length > 0 && taxes(d)} ${d.Receipts.length > 0 && receipts(d)}
    <div class="balance">
      ${d.BalanceLabel} <small>${d.BalanceNote}</small><b class="num">${d.Currency} ${d.Balance}</b>
    </div>
    ${foot(d)}`
  return barePage(`${d.Title} ${d.BillNo}`, BILL_STYLE, body)
}
