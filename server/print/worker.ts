// The thread that typesets: Typst blocks while it works, so it must not run on the thread of requests.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PrintImage, Typeset } from './pictures.ts'

/**
 * A module's document, by file addresses: its Typst template (with the files of its folder, and `/paper.typ`), and the
 * file whose `typeset` prepares plain data for the template. Only data and addresses are passed to the thread.
 */
export type PaperFiles = { readonly Template: string; readonly Typeset: string }
export type PrintJob = {
  readonly Id: number
  readonly Paper: PaperFiles
  readonly Data: unknown
  readonly Tagged: boolean
}
export type PrintAnswer =
  { readonly Id: number; readonly Pdf: Uint8Array } | { readonly Id: number; readonly Error: string }

/**
 * Layouts of earlier documents are in memory until cleared. After each document, those that the last two did not use
 * are cleared: clearing all at once would cost a pause and the letterhead's layout.
 */
const KEEP_FOR = 2

const WORKSPACE = fileURLToPath(new URL('./templates/', import.meta.url))
const FONTS = new URL('./fonts/', import.meta.url)
const fonts = readdirSync(FONTS)
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(new URL(name, FONTS)))

const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: fonts }] })

type Diagnostic = { readonly message?: string; readonly range?: unknown }

const placed = new Map<string, string>()
/**
 * The place of a module's template in the workspace: it can read only files put there, and no other file of the disk.
 */
const placeOf = (template: string): string => {
  const folder = new URL('.', template)
  const place = placed.get(folder.href) ?? `${WORKSPACE}${placed.size}/`
  if (!placed.has(folder.href)) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.typ')))
      compiler.mapShadow(`${place}${name}`, readFileSync(new URL(name, folder)))
    placed.set(folder.href, place)
  }
  return `${place}${template.slice(folder.href.length)}`
}

/** Data is passed to the template as one input string, never as markup. */
const compile = (template: string, json: unknown, images: readonly PrintImage[], tagged: boolean): Uint8Array => {
  for (const image of images) compiler.mapShadow(`${WORKSPACE}${image.Path.slice(1)}`, image.Bytes)
  const paper = { mainFilePath: placeOf(template), inputs: { data: JSON.stringify(json) } }
  try {
    // Not through a document object: each would hold its layout in memory until garbage collection.
    return compiler.pdf(paper, { pdfTags: tagged })
  } catch (error) {
    const reason = compiler.compile(paper).takeError()
    if (reason === null) throw error
    const found = compiler.fetchDiagnostics(reason) as Diagnostic[]
    throw new Error(found.map((d) => `${d.message ?? ''} ${JSON.stringify(d.range ?? '')}`).join('; '), {
      cause: error,
    })
  } finally {
    for (const image of images) compiler.unmapShadow(`${WORKSPACE}${image.Path.slice(1)}`)
  }
}

type Prepares = { readonly typeset: (data: unknown) => Typeset }

const print = async ({ Paper, Data, Tagged }: PrintJob): Promise<Uint8Array> => {
  const { typeset } = (await import(Paper.Typeset)) as Prepares
  const { Json, Images } = typeset(Data)
  try {
    return compile(Paper.Template, Json, Images, Tagged)
  } catch (error) {
    // A damaged logo or signature must not block a report.
    if (Images.length === 0) throw error
    const paths = new Set(Images.map((image) => image.Path))
    const bare: unknown = JSON.parse(JSON.stringify(Json), (_key, value: unknown) =>
      typeof value === 'string' && paths.has(value) ? null : value,
    )
    return compile(Paper.Template, bare, [], Tagged)
  }
}

const answerTo = async (job: PrintJob): Promise<void> => {
  let answer: PrintAnswer
  try {
    answer = { Id: job.Id, Pdf: await print(job) }
  } catch (error) {
    answer = { Id: job.Id, Error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
  compiler.evictCache(KEEP_FOR)
}
parentPort?.on('message', (job: PrintJob) => void answerTo(job))
