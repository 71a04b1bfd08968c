// The thread that typesets: Typst blocks while it works, so it never runs beside requests.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { typeset, type PrintImage, type Template, type TemplateData } from './typeset.ts'

export type PrintJob = {
  readonly Id: number
  readonly Template: Template
  readonly Data: TemplateData[Template]
  readonly Tagged: boolean
}
export type PrintAnswer =
  { readonly Id: number; readonly Pdf: Uint8Array } | { readonly Id: number; readonly Error: string }

/**
 * Layouts of earlier papers stay in memory until they are cleared: after each paper, what the last two did not use
 * goes. Little and often: clearing all at once costs a pause and the letterhead's layout.
 */
const KEEP_FOR = 2

const TEMPLATES = fileURLToPath(new URL('./templates/', import.meta.url))
const FONTS = new URL('./fonts/', import.meta.url)
const fonts = readdirSync(FONTS)
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => readFileSync(new URL(name, FONTS)))

const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontBlobs: fonts }] })

type Diagnostic = { readonly message?: string; readonly range?: unknown }

/** Data reaches the template as one string of inputs, never as markup. */
const compile = (template: Template, json: unknown, images: readonly PrintImage[], tagged: boolean): Uint8Array => {
  for (const image of images) compiler.mapShadow(`${TEMPLATES}${image.Path.slice(1)}`, image.Bytes)
  const paper = { mainFilePath: `${TEMPLATES}${template}.typ`, inputs: { data: JSON.stringify(json) } }
  try {
    // Not through a document object: each would hold its layout until the collector happens to run.
    return compiler.pdf(paper, { pdfTags: tagged })
  } catch (error) {
    const reason = compiler.compile(paper).takeError()
    if (reason === null) throw error
    const found = compiler.fetchDiagnostics(reason) as Diagnostic[]
    throw new Error(found.map((d) => `${d.message ?? ''} ${JSON.stringify(d.range ?? '')}`).join('; '), {
      cause: error,
    })
  } finally {
    for (const image of images) compiler.unmapShadow(`${TEMPLATES}${image.Path.slice(1)}`)
  }
}

const print = (job: PrintJob): Uint8Array => {
  const { Json, Images } = typeset(job.Template, job.Data)
  try {
    return compile(job.Template, Json, Images, job.Tagged)
  } catch (error) {
    // A damaged logo or signature must not keep a report back.
    if (Images.length === 0) throw error
    const paths = new Set(Images.map((image) => image.Path))
    const bare: unknown = JSON.parse(JSON.stringify(Json), (_key, value: unknown) =>
      typeof value === 'string' && paths.has(value) ? null : value,
    )
    return compile(job.Template, bare, [], job.Tagged)
  }
}

parentPort?.on('message', (job: PrintJob) => {
  let answer: PrintAnswer
  try {
    answer = { Id: job.Id, Pdf: print(job) }
  } catch (error) {
    answer = { Id: job.Id, Error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
  compiler.evictCache(KEEP_FOR)
})
