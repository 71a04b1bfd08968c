// How the browser part is built (dist/web) and served while developing (port 4200).
import { createHash } from 'node:crypto'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import ts from 'typescript'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const top = import.meta.dirname

/**
 * The script that keeps early keys stands before all others, as a file of its own that needs no other: the content
 * policy allows no inline script, and a module would run after the page was read.
 */
const earlyKeys = (): Plugin => {
  const source = 'keys/early-keys.ts'
  let address = `/${source}`
  return {
    name: 'early-keys',
    async buildStart() {
      if (this.meta.watchMode) return
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        root: path.join(top, 'web'),
        publicDir: false,
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: { input: path.join(top, 'web', source), output: { format: 'iife' } },
        },
      })
      const [chunk] = 'output' in built ? built.output : []
      if (chunk?.type !== 'chunk') throw new Error(`${source} was not built`)
      const name = `assets/early-keys-${createHash('sha256').update(chunk.code).digest('hex').slice(0, 7)}.js`
      this.emitFile({ type: 'asset', fileName: name, source: chunk.code })
      address = `/${name}`
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) => [
        { tag: 'script', attrs: { src: address, ...(server && { type: 'module' }) }, injectTo: 'head-prepend' },
      ],
    },
  }
}

const declares = /^(rowsAt|asks|doesAt)$/
const declaring = /(\.model|\/core\/answer\/questions|\/core\/entrance\/(backups|first-steps))\.ts$/
const isDeclaring = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && declares.test(node.expression.getText())

/**
 * Where the database has the rows of a grid, who sees a field, and what a list and a question answer are for the server
 * and for types alone: blanked, so that every place stays the same. Files of a record and filters of a list are shown
 * by their own `seen`.
 */
const modelsForScreens = (): Plugin => ({
  name: 'models-for-screens',
  enforce: 'pre',
  transform: (code, id) => {
    if (!declaring.test(id)) return undefined
    let text = code
    const blank = (from: number, to: number, instead = ''): void => {
      const blanks = code.slice(from, to).replace(/[^\n]/g, ' ')
      text = text.slice(0, from) + instead + blanks.slice(instead.length) + text.slice(to)
    }
    const visit = (node: ts.Node): void => {
      const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)
      if (isNamed && /^files$|filters$/i.test(node.name.getText())) return
      const isServers =
        ts.isPropertyAssignment(node) &&
        (/^(seen|distinctBy)$/.test(node.name.getText()) ||
          (/^(kept|from)$/.test(node.name.getText()) && ts.isObjectLiteralExpression(node.initializer)) ||
          (node.name.getText() === 'list' && !ts.isStringLiteral(node.initializer)))
      const answered = isDeclaring(node) ? node.arguments[1] : undefined
      if (isServers) blank(node.getStart(), code.charAt(node.end) === ',' ? node.end + 1 : node.end)
      else if (answered) blank(answered.getStart(), answered.end, '{}')
      else ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true))
    return { code: text, map: null }
  },
})

const headsFile = path.join(top, 'web/heads.ts')
/**
 * The heads and looks of all models are worked out while building, and each model is a file of its own: what the shell
 * says of sixty modules does not wait for a thousand fields.
 */
const headsOfModels = (): Plugin => ({
  name: 'heads-of-models',
  apply: 'build',
  enforce: 'pre',
  load: async (id) => {
    if (id !== headsFile) return null
    const { heads, looks, shellNeeds } = await import('./web/heads.ts')
    const loads = Object.keys(heads).map((one) => `${one}: () => import('../modules/${one}/${one}.model.ts')`)
    return [
      `export const heads = ${JSON.stringify(heads, [...Object.keys(heads), ...shellNeeds])}`,
      `export const looks = ${JSON.stringify(looks, ['id', 'tone', 'struck'])}`,
      `const loads = { ${loads.join(', ')} }`,
      'export const loadModel = async (id) => (Object.hasOwn(loads, id) ? (await loads[id]())[id] : undefined)',
    ].join('\n')
  },
})

/** Files by their ends, folders with a slash. */
const files = (...ends: readonly string[]): RegExp =>
  new RegExp(`[\\\\/](${ends.join('|').replaceAll('/', String.raw`[\\/]`)})\\.(ts|tsx|mjs|js)$`)
const any = '[^/]+'
/** What a page without a user shows, and every other page too. */
const ofEntrance = files(
  // React, its router and its queries
  'node_modules/(react|react-dom|scheduler|@tanstack)/.*',
  `web/(keys|api|message|error)/${any}`,
  'web/(product|root|router|list/list-search|shell/hotkey-sheet)',
  'web/part/(button|labelled|logo|modal|use-phone|waiting)',
  'web/session/(guard|last-seen|permission|preferences|scheme|session|signed-out|who-am-i)',
  'core/(network|same)',
  'esm/(createReactComponent|defaultAttributes)',
)
/** What every page of a user shows. */
const ofFrame = files(
  'web/(heads|modules|shell/shell|dialog/ask)',
  'web/part/(icon|avatar|menu)',
  'web/record/(values|record-link|focus|status|use-arrival)',
  'web/list/table/(use-room|columns|cell|text-of)',
  'core/(user|titles|dates|money)',
)
/** What every list and every record shows. */
const ofRecords = files(
  'web/(pickers|part/date-input|field/shown|dialog/upload-dialog|edit/list-state)',
  'web/list/(list-address|save-file)',
  'web/print/(print|run|follow-run)',
  'core/(model|files/csv|expression/(expression|expression.criteria))',
  'modules/lists/(items|draw).model',
)
/** What every record shows. */
const ofDetail = files(
  'web/(screen/screen-of|detail/(detail|detail-page|record-part)|picker/picker|field/control|dialog/reason)',
)

/** What the entrance itself loads. */
const everyPages = /\/(entrance|rolldown-runtime|icons|index)-[^/]*$/

export default defineConfig({
  root: path.join(top, 'web'),
  publicDir: path.join(top, 'web/public'),
  cacheDir: path.join(top, 'node_modules/.cache/vite'),
  plugins: [
    react(),
    earlyKeys(),
    modelsForScreens(),
    headsOfModels(),
    {
      // the type checker and the import check refuse it first; this is for what they do not see
      name: 'server-code-stays-on-the-server',
      enforce: 'pre',
      resolveId: (source, importer) => {
        if (importer?.startsWith(top) && !importer.includes('node_modules') && /(\.server\.ts|\/server\/)/.test(source))
          throw new Error(`${importer} imports server code: ${source}`)
        return null
      },
    },
    // keeps the shell at hand; records never enter it
    VitePWA({
      strategies: 'generateSW',
      filename: 'sw.js',
      injectRegister: null,
      registerType: 'autoUpdate',
      manifest: {
        name: 'Aliquot',
        short_name: 'Aliquot',
        description: 'Business system for laboratory and diagnostics networks',
        display: 'standalone',
        theme_color: '#0b3350',
        background_color: '#ffffff',
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
      },
      workbox: {
        globPatterns: ['index.html'],
        navigateFallback: null,
        // the address / is a page like any other: from the server while it answers
        directoryIndex: '',
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
        sourcemap: false,
        runtimeCaching: [
          // pages come from the server while it answers, so a new version is seen at once; the shell stands in when it
          // does not
          {
            urlPattern: ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/index.html' } },
          },
          // their names change with their content
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: { cacheName: 'assets', expiration: { maxEntries: 300 } },
          },
        ],
      },
    }),
  ],
  server: { port: 4200, strictPort: true, fs: { allow: [top] } },
  build: {
    outDir: path.join(top, 'dist/web'),
    // files of earlier builds stay for open tabs; tools/build.ts removes the old ones
    emptyOutDir: false,
    target: 'es2023',
    // no inline script anywhere: the content policy allows none
    modulePreload: {
      polyfill: false,
      // a screen fetches beside it what it needs and the page has not loaded; what every page has is not listed again
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((one) => !everyPages.test(one)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // a question that no screen asks is left out
      treeshake: { manualPureFunctions: ['rowsAt', 'asks', 'doesAt'] },
      output: {
        // the entrance lists what each screen needs: every sign of these names is carried there, and none can be packed
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // packed together they are smaller; a file for each sign and each small part that screens share would be
            // sixty requests before the first list
            { name: 'entrance', test: ofEntrance, priority: 8 },
            { name: 'frame', test: ofFrame, priority: 7 },
            { name: 'records', test: ofRecords, priority: 6 },
            { name: 'detail', test: ofDetail, priority: 5 },
            { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2, priority: 6 },
          ],
        },
      },
    },
  },
})
