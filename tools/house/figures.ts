// The figures of the house: npm run house prints them, and tools/house.test.ts checks them.
import { claimsIn, comparedTextsIn, shortAliasesIn } from './claims.ts'
import { arrowsBack, circlesOf, floorsOf } from './floors.ts'
import { arrowsOf, filesGraph, roomsGraph } from './imports.ts'
import { fullFolders, functionsIn, sizeOf, wideLinesIn, type Size } from './lengths.ts'
import { bareIdsIn, bareIdsInSql, castsIn, untypedReadsIn } from './syntax.ts'
import type { Place, Source } from './sources.ts'

type Level = {
  readonly folder: string
  readonly rooms: number
  readonly floors: number
  readonly arrows: number
  readonly back: readonly { readonly from: string; readonly to: string }[]
  readonly circles: readonly (readonly string[])[]
}
export type Figures = {
  readonly sizes: ReadonlyMap<string, Size>
  readonly levels: readonly Level[]
  readonly circles: {
    readonly ofFiles: readonly (readonly string[])[]
    readonly byTypes: readonly (readonly string[])[]
  }
  readonly full: readonly { readonly folder: string; readonly files: number }[]
  readonly functions: readonly (Place & { readonly lines: number })[]
  /** Places whose number should fall, by kind. */
  readonly places: Readonly<Record<Kind, readonly Place[]>>
}
type Kind =
  | 'casts'
  | 'reads'
  | 'ids'
  | 'sql'
  | 'wide'
  | 'claims'
  | 'aliases'
  | 'texts'
  | 'platform-casts'
  | 'platform-reads'
  | 'test-casts'
  | 'test-reads'

/** Folders whose rooms are counted; empty is the top. */
const foldersOf = (sources: readonly Source[]): string[] => [
  '',
  ...new Set(
    sources.flatMap(({ file }) => {
      const parts = file.split('/').slice(0, -1)
      return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    }),
  ),
]

export const figuresOf = (sources: readonly Source[]): Figures => {
  const standing = sources.filter(({ kind }) => kind !== 'test')
  const product = sources.filter(({ kind }) => kind === 'product')
  const tests = sources.filter(({ kind }) => kind === 'test')
  const inPlatform = product.filter(({ file }) => /^(core|server|web)\//.test(file))
  const inModules = product.filter(({ file }) => file.startsWith('modules/'))
  const of = (folder: string): Source[] => product.filter(({ file }) => file.startsWith(`${folder}/`))
  const sizes = new Map<string, Size>([
    ['product', sizeOf(product)],
    ...['core', 'server', 'web', 'modules', 'start', 'setup'].map((folder): [string, Size] => [
      `  ${folder}`,
      sizeOf(of(folder)),
    ]),
    ['tests', sizeOf(tests)],
    ['around', sizeOf(sources.filter(({ kind }) => kind === 'around'))],
  ])
  const arrows = arrowsOf(standing)
  const levels = foldersOf(standing).map((folder): Level => {
    const graph = roomsGraph(folder, standing, arrows)
    return {
      folder,
      rooms: graph.size,
      floors: floorsOf(graph).length,
      arrows: [...graph.values()].reduce((sum, targets) => sum + targets.size, 0),
      back: arrowsBack(graph),
      circles: circlesOf(graph),
    }
  })
  const ofFiles = circlesOf(
    filesGraph(
      standing,
      arrows.filter(({ typeOnly }) => !typeOnly),
    ),
  )
  const all = circlesOf(filesGraph(standing, arrows))
  return {
    sizes,
    levels,
    circles: {
      ofFiles,
      byTypes: all.filter((circle) => !ofFiles.some((other) => other.every((file) => circle.includes(file)))),
    },
    full: fullFolders(standing),
    functions: product.flatMap(functionsIn).sort((a, b) => b.lines - a.lines),
    places: {
      casts: inModules.flatMap(castsIn),
      reads: inModules.flatMap(untypedReadsIn),
      ids: inModules.flatMap(bareIdsIn),
      sql: inModules.flatMap(bareIdsInSql),
      wide: product.flatMap((source) => wideLinesIn(source)),
      claims: product.flatMap(claimsIn),
      aliases: product.flatMap(shortAliasesIn),
      texts: product.flatMap(comparedTextsIn),
      'platform-casts': inPlatform.flatMap(castsIn),
      'platform-reads': inPlatform.flatMap(untypedReadsIn),
      'test-casts': tests.flatMap(castsIn),
      'test-reads': tests.flatMap(untypedReadsIn),
    },
  }
}
