// The texts of the guide as blocks, parsed from Markdown; shown as elements of the page, never as markup.
import { lexer, type Token, type Tokens } from 'marked'

export type { Token }
export type Block = Tokens.Heading | Tokens.Paragraph | Tokens.List

/** The id of a head in an address: `#take-money-later`. */
export const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const isHead = (block: Block): block is Tokens.Heading => block.type === 'heading'
const shown: readonly string[] = ['heading', 'paragraph', 'list']
/** Heads, paragraphs and lists of a text; the guide uses no other blocks. */
export const blocksOf = (text: string): readonly Block[] =>
  lexer(text).filter((token): token is Block => shown.includes(token.type))

/** The lines of a block, each in its parts: text, bold, keys and links. */
export const linesOf = (block: Block): readonly (readonly Token[])[] =>
  block.type === 'list'
    ? block.items.map(({ tokens }) => tokens.flatMap((part) => ('tokens' in part ? (part.tokens ?? []) : [part])))
    : [block.tokens]
export const isLink = (part: Token): part is Tokens.Link => part.type === 'link'
export const isPicture = (part: Token): part is Tokens.Image => part.type === 'image'
/** The words of a part, without its marks. */
export const wordsIn = (part: Token): string => ('text' in part && typeof part.text === 'string' ? part.text : part.raw)
