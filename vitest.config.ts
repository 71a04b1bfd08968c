// The kinds of tests: unit (no database), component (parts of the screen in a real browser, no server), server (a real
// PostgreSQL), e2e (both).
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browserOptions } from './tools/browser.ts'
import { timedByDatabase } from './tools/clock.ts'

const aside = ['**/node_modules/**', 'dist/**', 'data/**']

/**
 * What takes longest goes first, so that nobody waits for it at the end: first starts, the sixty days of demo work,
 * walks through the chain, processes that hang, everybody's requests for every record; each filter of each list;
 * journeys at the speed of typing.
 */
const slow = [
  'start/dates.server',
  'demo/work.server',
  'proof/chain',
  'start/cores.server',
  'server/routes/matrix.records.server',
  'tools/examples.server',
  'web/list/filter/each-filter.component',
  'e2e/catalogue/by-keys-alone',
  'e2e/money/books/an-accountants-month',
  'e2e/catalogue/every-module',
  'e2e/shell/looks',
  'e2e/counter/typing/typed-on-a-line',
]
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = slow.findIndex((name) => moduleId.includes(name))
      return found === -1 ? slow.length : found
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // pure: what one file leaves behind another does not read, and each is there at once
          isolate: false,
          include: [
            'core/**/*.test.ts',
            'modules/**/*.test.{ts,tsx}',
            'web/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
          exclude: [...aside, '**/*.server.test.ts', '**/*.component.test.tsx'],
        },
      },
      {
        plugins: [react()],
        cacheDir: 'node_modules/.cache/vite-component',
        // found at the start: one that is found later loads the page, and with it the test, anew
        optimizeDeps: { entries: ['{web,modules}/**/*.component.test.tsx'] },
        test: {
          name: 'component',
          include: ['{web,modules}/**/*.component.test.tsx'],
          exclude: aside,
          // as journeys: a browser on a busy machine may lose a key; tools/steps.ts names what needed it
          retry: 1,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({ launchOptions: browserOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'server',
          // a file's imports are a third of its time; each file has its own database and server
          isolate: false,
          include: ['**/*.server.test.ts', 'server/**/*.test.ts'],
          // a first start brings its own PostgreSQL: on the machine's it would be tried twice
          exclude: [
            ...aside,
            ...(process.env['TEST_DATABASE'] === 'system' ? ['start/dates.server.test.ts'] : []),
            ...(process.env['FAKETIME'] === undefined ? [] : timedByDatabase),
          ],
          globalSetup: ['tools/test-database.setup.ts'],
          setupFiles: ['tools/shapes/answers.setup.ts', 'tools/shapes/heard.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // the files of a worker share its browser (e2e/hands/journey.ts)
          isolate: false,
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: aside,
          // a browser on a busy machine may lose a key; tools/steps.ts names what needed it
          retry: 1,
          globalSetup: ['tools/test-database.setup.ts', 'tools/test-browser.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
