// The kinds of tests: unit (no database), server (a real PostgreSQL), e2e (a real browser as well).
import { defineConfig } from 'vitest/config'

const aside = ['**/node_modules/**', 'dist/**', 'data/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['core/**/*.test.ts', 'modules/**/*.test.{ts,tsx}', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [...aside, '**/*.server.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['**/*.server.test.ts', 'server/**/*.test.ts'],
          exclude: aside,
          globalSetup: ['tools/test-database.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: aside,
          globalSetup: ['tools/test-database.setup.ts', 'tools/test-browser.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
