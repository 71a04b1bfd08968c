// Makes HTML from values: all values are escaped unless they were made here.

/** HTML that is safe to join, because `html` or `trusted` made it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type HtmlValue = string | number | null | undefined | false | Html | readonly HtmlValue[]

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The text, safe between tags and inside a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => NAMES[c] ?? c)

const shown = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(shown).join('')
}

/**
 * Template tag: values are escaped, null, undefined and false print nothing, lists are joined, `Html` is inserted
 * unchanged.
 */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  let text = parts[0] ?? ''
  values.forEach((value, i) => {
    text += shown(value) + (parts[i + 1] ?? '')
  })
  return new Html(text)
}

/** Marks markup written by this program, a drawing for example, as safe. Never call it on data. */
export const trusted = (markup: string): Html => new Html(markup)
