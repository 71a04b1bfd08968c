// The part of Markdown that the guide is written in: heads, paragraphs, lists, bold, keys and links; nothing else.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold'; readonly text: string }
  | { readonly kind: 'key'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
export type Block =
  | { readonly kind: 'head'; readonly level: 1 | 2; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly line: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly lines: readonly (readonly Inline[])[] }

/** What a head is called in an address: `#take-money-later`. */
export const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const marked = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g
/** A line in its parts. */
export const inlineOf = (line: string): readonly Inline[] => {
  const parts: Inline[] = []
  let at = 0
  for (const found of line.matchAll(marked)) {
    const [whole, bold, key, label, to] = found
    if (found.index > at) parts.push({ kind: 'text', text: line.slice(at, found.index) })
    if (bold !== undefined) parts.push({ kind: 'bold', text: bold })
    else if (key !== undefined) parts.push({ kind: 'key', text: key })
    else parts.push({ kind: 'link', text: label ?? '', to: to ?? '' })
    at = found.index + whole.length
  }
  if (at < line.length) parts.push({ kind: 'text', text: line.slice(at) })
  return parts
}

/** Blocks stand a line each; lines of a list follow one another. */
export const blocksOf = (text: string): readonly Block[] => {
  const blocks: (Block | { kind: 'list'; ordered: boolean; lines: (readonly Inline[])[] })[] = []
  let isOpen = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    const head = /^(#{1,2}) (.+)$/.exec(line)
    const item = /^(?:(-)|\d+\.) (.+)$/.exec(line)
    const last = blocks.at(-1)
    if (head) {
      const [, signs = '', words = ''] = head
      blocks.push({ kind: 'head', level: signs.length === 1 ? 1 : 2, text: words, id: idOf(words) })
    } else if (item) {
      const words = inlineOf(item[2] ?? '')
      if (isOpen && last?.kind === 'list') (last.lines as (readonly Inline[])[]).push(words)
      else blocks.push({ kind: 'list', ordered: item[1] === undefined, lines: [words] })
    } else if (line !== '') blocks.push({ kind: 'paragraph', line: inlineOf(line) })
    isOpen = item !== null
  }
  return blocks
}
