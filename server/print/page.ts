// The common page of printed HTML documents: fonts, bars, logo and facts. No script, no outside file.
import { readFileSync } from 'node:fs'
import { barsSvg, code128 } from './barcode.ts'
import { escapeHtml, html, trusted, type Html, type HtmlValue } from './escape.ts'
import type { Letterhead } from '../../core/letterhead.ts'

const faces = new Map<string, string>()
const fontFace = (family: string, file: string): string => {
  const known = faces.get(family)
  if (known !== undefined) return known
  const bytes = readFileSync(new URL(`./fonts/${file}`, import.meta.url)).toString('base64')
  const source = `url(data:font/woff2;base64,${bytes}) format("woff2")`
  const face = `@font-face{font-family:"${family}";font-weight:100 900;src:${source}}`
  faces.set(family, face)
  return face
}
// letters that Inter's Latin part lacks: Devanagari, and the rupee sign
const needsDevanagari = /\p{Script=Devanagari}|₹/u
/** Fonts are embedded in the document, so that it looks the same on each machine; Devanagari only when used. */
const fontFaces = (body: string): string =>
  [
    fontFace('Inter', 'Inter-latin-variable.woff2'),
    ...(needsDevanagari.test(body) ? [fontFace('Noto Sans Devanagari', 'NotoSansDevanagari-variable.woff2')] : []),
  ].join('\n')

const BASE = `*{box-sizing:border-box}
body{margin:0;font-family:Inter,"Noto Sans Devanagari","Noto Sans",system-ui,sans-serif;color:#000;background:#fff;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
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

/** A document without its fonts, which are the same in each; its title is the file name when saved. */
export const barePage = (title: string, style: string, body: Html): string =>
  [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title><style>${BASE}\n${style}</style></head>`,
    `<body>${body.text}</body></html>\n`,
  ].join('')
export const withFonts = (bare: string): string => bare.replace('<style>', () => `<style>${fontFaces(bare)}\n`)
/** A whole document. */
export const page = (title: string, style: string, body: Html): string => withFonts(barePage(title, style, body))

/** Where the mark of a copy is put: the kept document has none. */
export const placeOfMark = trusted('<!--mark-->')
export const withMark = (bare: string, mark: string): string => bare.replace(placeOfMark.text, () => escapeHtml(mark))

export const barcode = (text: string, height: number, moduleWidth = 0.33): Html => {
  const bars = code128(text)
  return trusted(barsSvg(bars, { width: Math.round(bars.Modules * moduleWidth * 1000) / 1000, height }))
}

export const logo = (letterhead: Letterhead): HtmlValue =>
  letterhead.LogoImage !== null &&
  /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/.test(letterhead.LogoImage) &&
  html`<img class="logo" alt="" src="${letterhead.LogoImage}" />`

export const fact = (label: string, value: string | null, kind = ''): HtmlValue =>
  value !== null &&
  html`<dt class="soft">${label}</dt>
    <dd class="${kind}">${value}</dd>`
